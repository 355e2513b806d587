import { describe, expect, it } from 'vitest';
import { planReads, type ReadableSeries } from './plan-reads.ts';

const everything = { fromMs: -1e12, toMs: 1e12 };
const lasting = (seconds: number, changes: Partial<ReadableSeries> = {}): ReadableSeries => ({
  kind: 'gauge',
  count: seconds,
  firstMs: 5000,
  lastMs: 5000 + (seconds - 1) * 1000,
  ...changes,
});

describe('planReads', () => {
  it('cuts what is read of a long series into stretches that follow one another', () => {
    const within = { fromMs: 10_250, toMs: 60_750 };
    const [read, ...others] = [...planReads([lasting(100)], within, 10)];
    expect(others).toEqual([]);
    const stretches = read?.stretches ?? [];
    expect(stretches).toHaveLength(6);
    expect(stretches[0]?.fromMs).toBe(within.fromMs);
    expect(stretches.at(-1)?.toMs).toBe(within.toMs);
    for (const [index, { toMs }] of stretches.slice(0, -1).entries()) {
      expect(toMs % 1000).toBe(0);
      expect(stretches[index + 1]?.fromMs).toBe(toMs);
    }
  });

  it('reads small series together, and keeps their order', () => {
    const series = [lasting(4), lasting(4), lasting(40), lasting(1)];
    const groups = [...planReads(series, everything, 10)].map(({ group, stretches }) => [
      group.map((one) => series.indexOf(one)),
      stretches.length,
    ]);
    expect(groups).toEqual([
      [[0, 1], 1],
      [[2], 4],
      [[3], 1],
    ]);
  });

  it('counts a sketch as what it takes, and only the part that is read', () => {
    const reads = (one: ReadableSeries, within = everything) =>
      [...planReads([one], within, 10_000)].flatMap(({ stretches }) => stretches).length;
    expect(reads(lasting(5000))).toBe(1);
    expect(reads(lasting(5000, { kind: 'delta', count: 1e9 }))).toBe(2);
    expect(reads(lasting(5000, { kind: 'distribution' }))).toBe(26);
    expect(reads(lasting(5000, { kind: 'distribution', count: 1e9 }))).toBe(251);
    expect(reads(lasting(5000, { kind: 'distribution' }), { fromMs: 0, toMs: 100_000 })).toBe(1);
    expect(reads(lasting(10, { firstMs: null, lastMs: null, count: 0 }))).toBe(1);
  });
});
