import { expect, it } from 'vitest';
import { readTail } from './tail-text.ts';

async function* stream(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

const limits = { maxBytes: 20, maxLines: 3 };

it.each([
  ['', '', true],
  ['a\nb\n', 'a\nb\n', true],
  ['a\nb', 'a\nb', true],
  ['a\nb\nc\nd\n', 'b\nc\nd\n', false],
  ['a\nb\nc\nd', 'b\nc\nd', false],
  [`first line\n${'x'.repeat(15)}\n`, `${'x'.repeat(15)}\n`, false],
  ['y'.repeat(30), 'y'.repeat(20), false],
  [`${'y'.repeat(30)}\n`, `${'y'.repeat(19)}\n`, false],
  [`${'é'.repeat(10)}a`, `${'é'.repeat(9)}a`, false],
])('keeps the end of %j', async (given, text, isWhole) => {
  expect(await readTail(stream(given), limits)).toEqual({ text, isWhole });
});

it('keeps whole lines of a stream in small pieces, and characters across them', async () => {
  const bytes = Buffer.from(`${Array.from({ length: 100 }, (_, index) => `zeile ${index} ß`).join('\n')}\n`);
  const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await readTail(stream(...pieces), { maxBytes: 40, maxLines: 2 })).toEqual({
    text: 'zeile 98 ß\nzeile 99 ß\n',
    isWhole: false,
  });
});
