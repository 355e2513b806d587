import { expect, it } from 'vitest';
import { compareLines } from './diff-versions.ts';

const show = (before: string, after: string): string[] =>
  compareLines(before, after).map(
    ({ kind, text, fromLine, toLine }) =>
      `${{ same: ' ', added: '+', removed: '-' }[kind]}${fromLine ?? ''}:${toLine ?? ''} ${text}`,
  );

it.each<[string, string, string, string[]]>([
  ['equal texts', 'a\nb\n', 'a\nb\n', [' 1:1 a', ' 2:2 b']],
  ['a changed line', 'a\nb\nc\n', 'a\nx\nc\n', [' 1:1 a', '-2: b', '+:2 x', ' 3:3 c']],
  ['added lines', 'a\n', 'a\nb\nc\n', [' 1:1 a', '+:2 b', '+:3 c']],
  ['everything removed', 'a\nb\n', '', ['-1: a', '-2: b']],
  ['empty lines', 'a\n\nb\n', 'a\nb\n', [' 1:1 a', '-2: ', ' 3:2 b']],
])('%s', (_, before, after, expected) => expect(show(before, after)).toEqual(expected));

it('gives up on texts that have little in common, in bounded time', () => {
  const text = (seed: number): string =>
    Array.from({ length: 20_000 }, (_, index) => `${(index * seed) % 99_991}\n`).join('');
  const startedMs = performance.now();
  const lines = compareLines(text(7), text(13));
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  expect(lines.filter(({ kind }) => kind !== 'added')).toHaveLength(20_000);
  expect(lines.filter(({ kind }) => kind !== 'removed')).toHaveLength(20_000);
});
