import type { SampleStore } from '@proofload/db';
import { describe, expect, it } from 'vitest';
import type { ExportedSeries } from './exported-series.ts';
import { exportedSeries } from './fixtures/exported-series.ts';
import { readParts } from './read-parts.ts';

interface Asked {
  ids: number[];
  fromMs: number;
  toMs: number;
}

/** A store whose series have a sample every second of their time; it notes what it was asked for. */
function fakeStore(all: readonly ExportedSeries[]) {
  const asked: Asked[] = [];
  const readPoints: SampleStore['readPoints'] = async (_run, series, fromMs, toMs) => {
    asked.push({ ids: series.map(({ seriesId }) => seriesId), fromMs, toMs });
    return new Map(
      series.map(({ seriesId }) => {
        const { firstMs, lastMs } = all.find((one) => one.seriesId === seriesId) ?? exportedSeries();
        const times: number[] = [];
        for (let time = firstMs ?? 0; time <= (lastMs ?? 0); time += 1000)
          if (time >= fromMs && time < toMs) times.push(time);
        return [seriesId, { kind: 'gauge' as const, times, values: times }];
      }),
    );
  };
  return { asked, readPoints };
}

async function readAll(series: readonly ExportedSeries[], atATime: number) {
  const store = fakeStore(series);
  const read: { id: number; times: number[] }[] = [];
  for await (const { series: one, points } of readParts(store, 1n, series, atATime))
    read.push({ id: one.seriesId, times: points.times });
  return { read, asked: store.asked };
}

const lasting = (seriesId: number, seconds: number) =>
  exportedSeries({ seriesId, firstMs: 5000, lastMs: 5000 + (seconds - 1) * 1000, count: seconds });

describe('readParts', () => {
  it('reads small series together, as many as fit', async () => {
    const { read, asked } = await readAll([lasting(1, 4), lasting(2, 4), lasting(3, 4)], 10);
    expect(asked.map(({ ids }) => ids)).toEqual([[1, 2], [3]]);
    expect(read.map(({ id, times }) => [id, times.length])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
  });

  it('asks for no more than 500 series at a time', async () => {
    const { asked } = await readAll(
      Array.from({ length: 1200 }, (_, id) => lasting(id, 1)),
      100_000,
    );
    expect(asked.map(({ ids }) => ids.length)).toEqual([500, 500, 200]);
  });

  it('reads a long series in stretches that leave nothing out and repeat nothing', async () => {
    const { read, asked } = await readAll([lasting(1, 2), lasting(2, 95)], 10);
    expect(asked.map(({ ids }) => ids)).toEqual([[1], ...Array.from({ length: 10 }, () => [2])]);
    const times = read.filter(({ id }) => id === 2).flatMap((part) => part.times);
    expect(times).toEqual(Array.from({ length: 95 }, (_, index) => 5000 + index * 1000));
    expect(Math.max(...read.map((part) => part.times.length))).toBeLessThanOrEqual(10);
  });

  it('reads nothing before it is asked, and nothing after', async () => {
    const series = [lasting(1, 10), lasting(2, 10), lasting(3, 10)];
    const store = fakeStore(series);
    const parts = readParts(store, 1n, series, 10);
    expect(store.asked).toEqual([]);
    await parts.next();
    await parts.return();
    expect(store.asked).toHaveLength(1);
  });
});
