import { describe, expect, it } from 'vitest';
import { bucketQuantile } from './bucket-quantile.ts';

const buckets = [
  { bound: Infinity, count: 100 },
  { bound: 0.1, count: 50 },
  { bound: 0.5, count: 90 },
  { bound: 1, count: 95 },
];

describe('a percentile from buckets', () => {
  it.each([
    [0.25, 0.05],
    [0.5, 0.1],
    [0.7, 0.3],
    [0.95, 1],
  ])('p%d is interpolated within its bucket', (share, expected) => {
    expect(bucketQuantile(buckets, share)).toBeCloseTo(expected, 12);
  });

  it('claims nothing beyond the last bound, or of nothing', () => {
    expect(bucketQuantile(buckets, 0.99)).toBeNull();
    expect(bucketQuantile([], 0.5)).toBeNull();
    expect(bucketQuantile([{ bound: Infinity, count: 0 }], 0.5)).toBeNull();
  });
});
