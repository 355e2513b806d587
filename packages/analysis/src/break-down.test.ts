import { describe, expect, it } from 'vitest';
import { breakDown, checkSum, type LabelledSeries } from './break-down.ts';

const line = (resource: string, verb: string, ...values: number[]): LabelledSeries => ({
  labels: { resource, verb },
  points: values.map((value, index) => ({ timeMs: index * 1000, value })),
});
const series = [
  line('endpointslices', 'watch', 10, 240, 20),
  line('endpoints', 'watch', 5, 50, 5),
  line('services', 'watch', 1, 25, 1),
  line('services', 'list', 0, 5, 90),
  { labels: { resource: 'pods', verb: 'get' }, points: [] },
];

describe('a breakdown', () => {
  it('at the peak is that of the instant at which the whole is greatest', () => {
    const found = breakDown(series, ['resource', 'verb'], { kind: 'peak', fromMs: 0, toMs: 2000 }, 2);
    expect(found).toMatchObject({
      atMs: 1000,
      total: 320,
      parts: [
        { labels: ['endpointslices', 'watch'], value: 240, share: 0.75 },
        { labels: ['endpoints', 'watch'], value: 50, share: 0.15625 },
      ],
      others: { count: 2, value: 30 },
      missing: 1,
    });
    expect(breakDown(series, ['resource'], { kind: 'peak', fromMs: 1500, toMs: 2000 }).atMs).toBe(2000);
  });

  it('adds up series that differ in other labels', () => {
    const found = breakDown(series, ['resource'], { kind: 'instant', timeMs: 2500 });
    expect(found.parts[0]).toMatchObject({ labels: ['services'], value: 91 });
    expect(found.others).toBeNull();
  });

  it('over a phase takes averages', () => {
    const found = breakDown(series, ['verb'], { kind: 'phase', fromMs: 0, toMs: 1000 });
    expect(found).toMatchObject({
      atMs: null,
      total: 168,
      parts: [{ labels: ['watch'] }, { labels: ['list'], value: 2.5 }],
    });
  });

  it('knows nothing of what is too old, not there, or no label', () => {
    expect(breakDown(series, ['verb'], { kind: 'instant', timeMs: 400_000 })).toMatchObject({
      total: 0,
      missing: 5,
    });
    expect(breakDown([], ['verb'], { kind: 'peak', fromMs: 0, toMs: 1 })).toMatchObject({
      atMs: null,
      parts: [],
    });
    expect(breakDown(series, ['constructor'], { kind: 'instant', timeMs: 0 }).parts).toMatchObject([
      { labels: [''] },
    ]);
  });
});

describe('a sum', () => {
  it.each([
    [[1, 2, 3], 6, true, 'The parts add up to 6\u00a0s'],
    [[1, 2, 3.1], 6, true, 'The parts add up to 6.1\u00a0s'],
    [[1, 2], 6, false, 'The parts add up to 3\u00a0s, but 6\u00a0s is stated: 3\u00a0s less'],
    [[], 0, true, 'The parts add up to 0\u00a0s'],
  ])('of %j against %d', (parts, stated, addsUp, sentence) => {
    expect(checkSum(parts, stated, { unit: 's' })).toMatchObject({ addsUp, sentence });
  });
});
