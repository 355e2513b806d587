import type { SampleColumns } from '@proofload/series';
import { expect, it } from 'vitest';
import { RecentPieces } from './recent-pieces.ts';

const digest = Buffer.from('a digest');

function columnsOf(samples: number): SampleColumns {
  const column = new Float64Array(samples);
  return { series: column, times: column, values: column, sketches: [], counted: [] };
}

it('gives back what it remembers, of the run and with the digest that it had', () => {
  const recent = new RecentPieces();
  const columns = columnsOf(3);
  recent.remember(1n, '7', { digest, columns });
  expect(recent.find(1n, '7', digest)).toBe(columns);
  expect(recent.find(2n, '7', digest)).toBeNull();
  expect(recent.find(1n, '7', Buffer.from('another'))).toBeNull();
  recent.forget(1n, '7');
  recent.forget(1n, '7');
  expect(recent.find(1n, '7', digest)).toBeNull();
});

it('forgets the oldest when it remembers too much', () => {
  const recent = new RecentPieces();
  for (let piece = 0; piece < 4; piece++)
    recent.remember(1n, String(piece), { digest, columns: columnsOf(600_000) });
  const isKnown = [0, 1, 2, 3].map((piece) => recent.find(1n, String(piece), digest) !== null);
  expect(isKnown).toEqual([false, false, true, true]);
});
