import { describe, expect, it } from 'vitest';
import { findLimits, type LimitSource } from './find-limits.ts';

const measured = (metric: string, aggregate: string, unit: string | null) => ({
  of: { kind: 'metric' as const, metric, selector: '', aggregate },
  over: null,
  balance: null,
  unit,
  better: 'lower' as const,
});

const source: LimitSource = {
  measurements: {
    p95: measured('http_req_duration', 'p95', 'ms'),
    error_rate: measured('http_req_failed', 'share', '%'),
    sync: { of: { kind: 'duration', window: 'sync' }, over: null, balance: null, unit: 's', better: 'lower' },
  },
  slos: [
    { name: 'fast', measurement: 'p95', objective: '< 1s', stepMs: null },
    { name: 'errors', measurement: 'error_rate', objective: '< 1%', stepMs: null },
    { name: 'odd', measurement: 'p95', objective: '< 3 cores', stepMs: null },
    { name: 'quick', measurement: 'sync', objective: '< 60s', stepMs: null },
    { name: 'lost', measurement: 'gone', objective: '< 1', stepMs: null },
  ],
};

describe('findLimits', () => {
  it('converts an objective into the unit of the chart', () => {
    expect(findLimits(source, 'http_req_duration', 'p95', 'ms')).toEqual([
      { label: 'fast: p95 < 1s', value: 1000 },
    ]);
  });

  it('knows the share of failures as the column of shares', () => {
    expect(findLimits(source, 'http_req_failed', 'ratio', 'ratio')).toEqual([
      { label: 'errors: error_rate < 1%', value: 0.01 },
    ]);
  });

  it.each([
    ['another column', 'http_req_duration', 'p99'],
    ['another metric', 'vus', 'mean'],
  ])('draws nothing for %s', (_, metric, column) => {
    expect(findLimits(source, metric, column, 'ms')).toEqual([]);
  });
});
