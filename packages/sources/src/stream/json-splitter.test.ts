import { describe, expect, it } from 'vitest';
import { type JsonPiece, JsonSplitter, type MemberUse, maxPieceBytes } from './json-splitter.ts';

const uses: Record<string, MemberUse> = { list: 'elements', skipped: 'skip' };

function split(text: string | Uint8Array, pieceBytes = 1e9): JsonPiece[] {
  const pieces: JsonPiece[] = [];
  const splitter = new JsonSplitter(
    (key) => uses[key] ?? 'whole',
    (piece) => pieces.push(piece),
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.push(bytes.subarray(at, at + pieceBytes));
  splitter.end();
  return pieces;
}

describe('JsonSplitter', () => {
  const text =
    '\uFEFF{ "a" : {"x":"}]\\"","y":[1,{}]},\n "list":[1, "two]",\n{"three":[3]}, null], "skipped": {"b":["c"]}, "d\\u0065":-1.5e3, "f":"" }\n';

  it.each([1, 2, 3, 7, 64, 1e9])('gives the values of a root in pieces of %d bytes', (size) => {
    expect(split(text, size)).toEqual([
      { key: 'a', index: null, text: '{"x":"}]\\"","y":[1,{}]}', line: 1 },
      { key: 'list', index: 0, text: '1', line: 2 },
      { key: 'list', index: 1, text: '"two]"', line: 2 },
      { key: 'list', index: 2, text: '{"three":[3]}', line: 3 },
      { key: 'list', index: 3, text: 'null', line: 3 },
      { key: 'de', index: null, text: '-1.5e3', line: 3 },
      { key: 'f', index: null, text: '""', line: 3 },
    ]);
  });

  it('gives the elements of an array, and nothing of an empty one', () => {
    expect(split('[ {"a":1},2 ]').map(({ key, index, text }) => [key, index, text])).toEqual([
      [null, 0, '{"a":1}'],
      [null, 1, '2'],
    ]);
    expect(split('[]')).toEqual([]);
    expect(split(' {} ')).toEqual([]);
  });

  it.each([
    ['', 1, 'ends too early'],
    ['[1,', 1, 'ends too early'],
    ['{"a":"b', 1, 'ends too early'],
    ['[1\n,]', 2, 'expected a value'],
    ['[1 2]', 1, 'expected `,` or `]`'],
    ['{"a" 1}', 1, 'expected `:`'],
    ['{a:1}', 1, 'expected a name in quotes or `}`'],
    ['{"a":1,}', 1, 'expected a name in quotes'],
    ['{"a":}', 1, 'expected a value'],
    ['"text"', 1, 'expected a JSON object or array'],
    ['[]\n[]', 2, 'expected the end'],
    ['{"\\x":1}', 1, 'expected a name in quotes'],
  ])('refuses %j', (broken, line, message) => {
    expect(() => split(broken)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        fields: [{ field: `line ${line}`, line, message: expect.stringContaining(message) }],
      }),
    );
  });

  it('refuses a value that is too long, unless nobody wants it', () => {
    const long = `"${'x'.repeat(maxPieceBytes)}"`;
    expect(() => split(`{"a":${long}}`, 65_536)).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(() => split(`{${long}:1}`, 65_536)).toThrow(expect.objectContaining({ code: 'too-large' }));
    expect(split(`{"skipped":${long},"a":1}`, 65_536)).toHaveLength(1);
  });
});
