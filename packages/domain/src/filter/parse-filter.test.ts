import { describe, expect, it } from 'vitest';
import { ProofloadError } from '../errors.ts';
import { createRandom } from '../random.ts';
import type { FilterField, FilterNode, FilterOperator, FilterValue } from './filter-node.ts';
import { parseFilter } from './parse-filter.ts';

const plain = (name: string): FilterField => ({ kind: 'plain', name });
const number = (value: number) => ({ kind: 'number', value }) as const;
const text = (value: string) => ({ kind: 'text', value }) as const;
const compare = (field: FilterField, operator: FilterOperator, value: FilterValue): FilterNode => ({
  kind: 'compare',
  field,
  operator,
  value,
});
const status: FilterField = { kind: 'enum', name: 'status' };

describe('parseFilter', () => {
  it.each<[string, FilterNode | null]>([
    ['', null],
    ['   ', null],
    ['qps>=100', compare(plain('qps'), '>=', number(100))],
    [
      'qps>=100 and p95<300 and label.branch="main"',
      {
        kind: 'and',
        operands: [
          compare(plain('qps'), '>=', number(100)),
          compare(plain('p95'), '<', number(300)),
          compare({ kind: 'label', name: 'branch' }, '=', text('main')),
        ],
      },
    ],
    [
      'a=1 or b=2 AND c=3',
      {
        kind: 'or',
        operands: [
          compare(plain('a'), '=', number(1)),
          {
            kind: 'and',
            operands: [compare(plain('b'), '=', number(2)), compare(plain('c'), '=', number(3))],
          },
        ],
      },
    ],
    ['pinned=true', compare({ kind: 'flag', name: 'pinned' }, '=', { kind: 'boolean', value: true })],
    ['not (a=1)', { kind: 'not', operand: compare(plain('a'), '=', number(1)) }],
    ['not not a=1', compare(plain('a'), '=', number(1))],
    [
      'status in (queued, "running")',
      { kind: 'in', field: status, values: [text('queued'), text('running')] },
    ],
    [
      'status not in (queued)',
      { kind: 'not', operand: { kind: 'in', field: status, values: [text('queued')] } },
    ],
    ["name ~ 'it\\'s'", compare({ kind: 'text', name: 'name' }, '~', text("it's"))],
    ['label.rev = 0012', compare({ kind: 'label', name: 'rev' }, '=', text('0012'))],
    ['measurement.p95 < -1.5e3', compare({ kind: 'measurement', name: 'p95' }, '<', number(-1500))],
    ['param.mode != round-robin', compare({ kind: 'param', name: 'mode' }, '!=', text('round-robin'))],
    [
      'cached = true',
      { kind: 'compare', field: plain('cached'), operator: '=', value: { kind: 'boolean', value: true } },
    ],
    [
      'createdAt > "2026-01-31"',
      {
        kind: 'compare',
        field: { kind: 'time', name: 'createdAt' },
        operator: '>',
        value: { kind: 'time', value: Date.UTC(2026, 0, 31) },
      },
    ],
    [
      'startedAt <= "2026-01-31 12:30"',
      {
        kind: 'compare',
        field: { kind: 'time', name: 'startedAt' },
        operator: '<=',
        value: { kind: 'time', value: Date.UTC(2026, 0, 31, 12, 30) },
      },
    ],
  ])('%s', (source, expected) => expect(parseFilter(source)).toEqual(expected));

  it.each([
    ['qps>=', 'expected a value at character 6'],
    ['qps 100', 'expected =, !=, <, <=, >, >=, ~ or `in` at character 5'],
    ['qps==100', 'expected `=`, with one equals sign, at character 4'],
    ['qps>=100 p95<3', 'expected `and`, `or` or the end, not `p95`, at character 10'],
    ['(qps>=100', 'expected `)` at character 10'],
    ['p95<300ms', 'expected a number without a unit, or a text in quotes, at character 5'],
    ['status=done', 'expected queued, starting, running, finishing, finished for status at character 8'],
    ['status>queued', 'expected =, != or ~ after status, which has no order, at character 7'],
    ['createdAt~"2026"', 'expected a comparison after createdAt, which is no text, at character 10'],
    ['createdAt>yesterday', 'expected a time such as "2026-01-31" or "2026-01-31T12:00:00Z" at character 11'],
    [
      'createdAt>"2026-13-45"',
      'expected a time such as "2026-01-31" or "2026-01-31T12:00:00Z" at character 11',
    ],
    ['p95<"fast"', 'expected a number for p95 after < at character 5'],
    ['measurement.p95=fast', 'expected a number for p95 at character 17'],
    ['label.="x"', 'expected a name after `label.` at character 1'],
    ['name="x', 'expected a closing " for the text at character 6'],
    ['status in queued', 'expected `(` after `in` at character 11'],
    ['status in (queued', 'expected `,` or `)` at character 18'],
    ['a=1; drop', 'expected a field, a value or a bracket, not `;`, at character 4'],
    ['100 < qps', 'expected a field such as status, p95 or label.branch at character 1'],
    [
      `${'('.repeat(50)}a=1${')'.repeat(50)}`,
      'expected at most 40 nested brackets, but there is another at character 42',
    ],
    ['a'.repeat(5000), 'expected at most 4096 characters, but there is more at character 4097'],
  ])('refuses %s', (source, message) => {
    expect(() => parseFilter(source)).toThrow(message);
    try {
      parseFilter(source);
    } catch (error) {
      expect(error).toBeInstanceOf(ProofloadError);
      expect(error).toMatchObject({ code: 'invalid', fields: [{ field: 'filter', message }] });
    }
  });

  it('reads back what it printed, for random trees', () => {
    const random = createRandom(7);
    for (let round = 0; round < 500; round++) {
      const tree = randomTree(random, 4);
      expect(parseFilter(print(tree))).toEqual(tree);
    }
  });

  it('answers random text with a tree or a positioned error, never anything else', () => {
    const random = createRandom(11);
    const pieces = [
      'qps',
      '>=',
      '=',
      '~',
      '"x"',
      "'",
      '(',
      ')',
      ',',
      ' and ',
      ' or ',
      ' not ',
      ' in ',
      '1.5',
      '-',
      'label.',
      '§',
      '\\',
      'status',
    ];
    for (let round = 0; round < 3000; round++) {
      const source = Array.from(
        { length: 1 + Math.floor(random() * 12) },
        () => pieces[Math.floor(random() * pieces.length)],
      ).join('');
      try {
        parseFilter(source);
      } catch (error) {
        expect(error).toBeInstanceOf(ProofloadError);
        expect(String(error)).toMatch(/at character \d+$/);
      }
    }
  });
});

it('repeats no more than the beginning of what was not expected', () => {
  expect(() => parseFilter(`a=1 ${'b'.repeat(4000)}`)).toThrow(/^.{300,400} at character 5$/);
});

it.each([
  ['an infinite number', 'qps=-1e999', 'a number below 1e308 at character 5'],
  ['NUL', 'name="\0"', 'without NUL and halves of characters at character 7'],
  ['half a character', 'name="\uD800"', 'without NUL and halves of characters at character 7'],
])('refuses %s, which no database holds', (_name, source, message) => {
  expect(() => parseFilter(source)).toThrow(message);
});

function randomTree(random: () => number, depth: number): FilterNode {
  const pick = Math.floor(random() * (depth === 0 ? 2 : 4));
  const field = plain(['qps', 'burst', 'p95', 'x.y'][Math.floor(random() * 4)] ?? 'qps');
  const value = random() < 0.5 ? number(Math.round(random() * 1e4) / 8) : text('a "quoted" \\ text');
  if (pick === 0) return { kind: 'compare', field, operator: random() < 0.5 ? '=' : '!=', value };
  if (pick === 1) return { kind: 'in', field, values: [value, number(3)] };
  if (pick === 2)
    return {
      kind: 'not',
      operand: { kind: 'and', operands: [randomTree(random, 0), randomTree(random, 0)] },
    };
  const kind = random() < 0.5 ? 'and' : 'or';
  const inner = {
    kind: kind === 'and' ? 'or' : 'and',
    operands: [randomTree(random, 0), randomTree(random, 0)],
  } as const;
  return { kind, operands: [inner, randomTree(random, 0), inner] };
}

function print(node: FilterNode): string {
  const value = (item: { value: unknown }) =>
    typeof item.value === 'string' ? JSON.stringify(item.value) : String(item.value);
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.operands.map(print).join(` ${node.kind} `)})`;
    case 'not':
      return `not ${print(node.operand)}`;
    case 'compare':
      return `${node.field.name}${node.operator}${value(node.value)}`;
    case 'in':
      return `${node.field.name} in (${node.values.map(value).join(', ')})`;
  }
}
