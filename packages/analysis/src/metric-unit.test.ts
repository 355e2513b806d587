import type { SeriesKind } from '@proofload/series';
import { describe, expect, it } from 'vitest';
import { chooseStepMs } from './find-breaches.ts';
import { aggregateUnit, metricUnit, unitFactor } from './metric-unit.ts';

it.each([
  ['http_req_duration', 'ms', 'ms'],
  ['process_cpu_seconds_total', null, 's'],
  ['process_resident_memory_bytes', null, 'B'],
  ['http_request_duration_seconds_sum', null, 's'],
  ['cache_hit_ratio', null, 'ratio'],
  ['go_goroutines', null, ''],
  ['seconds', '', 's'],
])('the unit of %s (%s) is %s', (metric, unit, expected) => expect(metricUnit(metric, unit)).toBe(expected));

it.each<[string, SeriesKind, string, string]>([
  ['ms', 'distribution', 'p95', 'ms'],
  ['ms', 'distribution', 'count', ''],
  ['ms', 'distribution', 'rate', '/s'],
  ['B', 'delta', 'count', 'B'],
  ['B', 'delta', 'rate', 'B/s'],
  ['', 'delta', 'rate', '/s'],
  ['s', 'cumulative', 'rate', 's/s'],
  ['', 'ratio', 'rate', 'ratio'],
  ['', 'ratio', 'count', ''],
  ['B', 'gauge', 'max', 'B'],
])('%s of a %s, %s, is in %s', (unit, kind, aggregate, expected) =>
  expect(aggregateUnit(unit, kind, aggregate)).toBe(expected),
);

describe('unitFactor', () => {
  it.each([
    ['ms', 's', 0.001],
    ['', 'requests', 1],
    ['/s', 'requests/s', 1],
    ['/s', 'requests/min', 60],
    ['/s', '', 1],
    ['s/s', 'cores', 1],
    ['s/s', '%', 100],
    ['B/s', 'MB/s', 1e-6],
    ['ratio', '%', 100],
    ['ms', 'B', null],
    ['ratio', 'ms', null],
  ])('from %s to %s is %s', (own, wanted, expected) => {
    const found = unitFactor(own, wanted);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(expected, 12);
  });
});

it.each([
  [15_000, 1000],
  [60_000, 1000],
  [61_000, 2000],
  [1_800_000, 30_000],
  [100 * 3_600_000, 7_200_000],
])('objectives over %d ms are looked at in steps of %d ms', (durationMs, stepMs) =>
  expect(chooseStepMs(durationMs)).toBe(stepMs),
);
