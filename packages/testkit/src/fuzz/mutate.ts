import { below, pick, pickSlice } from './pick.ts';

type Mutation = (random: () => number, bytes: Buffer, others: readonly Buffer[]) => Buffer;

/** Texts that have broken readers before: names of every object, broken characters, numbers beyond every range. */
const oddTexts = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '\0',
  '\\u0000',
  '\\ud800',
  '\\udc00x',
  '\uFEFF',
  '\u2028',
  '\x1b[2J',
  '\r',
  '\n',
  '\r\n',
  '\\',
  '"',
  "'",
  '""',
  '","',
  '{',
  '}',
  '}}',
  '[',
  ']',
  ',',
  ':',
  '=',
  '&',
  '#',
  ' # ',
  '*',
  'null',
  'true',
  'NaN',
  '+Inf',
  '-Inf',
  'Infinity',
  '0x10',
  '\xff\xfe',
  '\xed\xa0\x80',
  '\xc0\x80',
  '\xf0\x9f\x98',
];
const oddNumbers = [
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e308',
  '1e-400',
  '9007199254740993',
  '18446744073709551616',
  '253402300800000',
  '1'.repeat(40),
  '9'.repeat(400),
  '0.1e1',
  '1e+',
  '1.',
  '.5',
  '00',
  '0.00000000000000000000000001',
  '2147483648',
];

const replace = (bytes: Buffer, start: number, end: number, by: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, start), by, bytes.subarray(end)]);

function flip(random: () => number, bytes: Buffer): Buffer {
  const result = Buffer.from(bytes);
  for (let left = 1 + below(random, 4); left > 0 && result.length > 0; left--) {
    const at = below(random, result.length);
    result[at] = random() < 0.5 ? below(random, 256) : (result[at] ?? 0) ^ (1 << below(random, 8));
  }
  return result;
}

const remove: Mutation = (random, bytes) => {
  const { start, end } = pickSlice(random, bytes);
  return replace(bytes, start, end, Buffer.alloc(0));
};

const repeat: Mutation = (random, bytes) => {
  const { start, end } = pickSlice(random, bytes);
  const times = pick(random, [1, 2, 10, 100]);
  return replace(bytes, end, end, Buffer.concat(Array(times).fill(bytes.subarray(start, end))));
};

const insertForeign: Mutation = (random, bytes, others) => {
  const other = pick(random, others);
  const { start, end } = pickSlice(random, other);
  const at = below(random, bytes.length + 1);
  return replace(bytes, at, at, other.subarray(start, end));
};

const truncate: Mutation = (random, bytes) => bytes.subarray(0, below(random, bytes.length + 1));

const splice: Mutation = (random, bytes, others) => {
  const other = pick(random, others);
  const [head, tail] = [below(random, bytes.length + 1), below(random, other.length + 1)];
  return Buffer.concat([bytes.subarray(0, head), other.subarray(tail)]);
};

/** Replaces a part that a pattern finds, chosen from those after a random place. */
function replaceFound(pattern: RegExp, texts: readonly string[]): Mutation {
  return (random, bytes) => {
    const text = bytes.toString('latin1');
    const search = new RegExp(pattern, 'g');
    search.lastIndex = below(random, text.length + 1);
    const found = search.exec(text);
    if (found === null) return bytes;
    const by = Buffer.from(pick(random, texts), 'latin1');
    return replace(bytes, found.index, found.index + found[0].length, by);
  };
}

const insertOdd: Mutation = (random, bytes) => {
  const at = below(random, bytes.length + 1);
  return replace(bytes, at, at, Buffer.from(pick(random, oddTexts), 'latin1'));
};

const nest: Mutation = (random, bytes) => {
  const at = below(random, bytes.length + 1);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['(', ')'],
    ['{a: ', '}'],
    ['- ', ''],
  ] as const);
  const depth = pick(random, [3, 50, 1000, 20_000]);
  const isClosed = random() < 0.7;
  return replace(bytes, at, at, Buffer.from(`${open.repeat(depth)}1${isClosed ? close.repeat(depth) : ''}`));
};

/** A run of one short text, long enough to cost minutes where the time grows with its square. */
const lengthen: Mutation = (random, bytes) => {
  const at = below(random, bytes.length + 1);
  const unit = pick(random, [
    '1',
    'a',
    ' ',
    '"',
    '""',
    '\\',
    'a,',
    '","\n',
    '{',
    'a="b",',
    '.',
    '\t',
    '=',
    '\n',
  ]);
  const length = pick(random, [300, 5000, 5000, 70_000, 300_000]);
  return replace(bytes, at, at, Buffer.from(unit.repeat(length / unit.length)));
};

const shuffleLines: Mutation = (random, bytes) => {
  const lines = bytes.toString('latin1').split('\n');
  const [from, to] = [below(random, lines.length), below(random, lines.length)];
  lines.splice(to, 0, ...lines.splice(from, 1));
  return Buffer.from(lines.join('\n'), 'latin1');
};

const oftenMutations: readonly Mutation[] = [
  flip,
  remove,
  repeat,
  insertForeign,
  truncate,
  splice,
  replaceFound(/-?\d+(?:\.\d+)?/, oddNumbers),
  replaceFound(/\d/, [...'0159-.eE+']),
  replaceFound(/[A-Za-z_]+/, oddTexts),
  insertOdd,
  shuffleLines,
];
const rareMutations: readonly Mutation[] = [nest, lengthen];

/** Bytes damaged in one to four ways; now and then the bytes as they were. */
export function mutate(random: () => number, original: Uint8Array, others: readonly Uint8Array[]): Buffer {
  let bytes: Buffer = Buffer.from(original);
  const parts = others.map((other) => Buffer.from(other));
  for (let left = below(random, 5); left > 0; left--) {
    const mutation = pick(random, random() < 0.06 ? rareMutations : oftenMutations);
    bytes = mutation(random, bytes, parts);
  }
  return bytes;
}

/** As `mutate`, for readers of text: broken UTF-8 becomes lone surrogates now and then. */
export function mutateText(random: () => number, original: string, others: readonly string[]): string {
  const bytes = mutate(
    random,
    Buffer.from(original),
    others.map((other) => Buffer.from(other)),
  );
  const text = bytes.toString('utf8');
  return random() < 0.3 ? text.replaceAll('\uFFFD', pick(random, ['\uD800', '\uDFFF', '\uDBFFa'])) : text;
}
