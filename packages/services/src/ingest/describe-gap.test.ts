import { describe, expect, it } from 'vitest';
import { describeGap, readGap } from './describe-gap.ts';

const fromMs = Date.UTC(2026, 0, 1, 12);

describe('readGap', () => {
  it.each([
    ['a single scrape', { fromMs, toMs: fromMs, attempts: 1, reason: 'refused: at once' }],
    ['a stretch', { fromMs, toMs: fromMs + 90_000, attempts: 18, reason: 'timed out' }],
  ])('finds what describeGap tells of %s', (_name, gap) => {
    expect(readGap(describeGap('No data from api-server', gap))).toEqual({
      source: 'api-server',
      fromMs: gap.fromMs,
      toMs: gap.toMs,
    });
    expect(readGap(describeGap('No data of query depth', gap))?.source).toBe('depth');
  });

  it.each([
    'There are more than 5 series',
    'No data from api at noon: x',
    'Reading api failed: No data from',
  ])('finds none in %s', (warning) => expect(readGap(warning)).toBeNull());
});
