import type { Comparison, MetricList } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { chooseSeries, findDrawnRuns } from './drawn-series';

type Metric = MetricList['metrics'][number];
const metric = (name: string, given: Partial<Metric> = {}): Metric => ({
  metric: name,
  kind: 'gauge',
  unit: null,
  source: 'prometheus',
  series: 4,
  samples: 100,
  isReported: false,
  labelNames: ['shard'],
  totals: {
    count: 1,
    sum: 1,
    min: 1,
    max: 1,
    avg: 1,
    p50: null,
    p90: null,
    p95: null,
    p99: null,
    p999: null,
  },
  ...given,
});
const plain = { metric: null, column: null, split: null };

describe('what is drawn over time', () => {
  it('is what is looked at first, with as many points as so many lines can have', () => {
    const found = chooseSeries([metric('queue'), metric('http_reqs', { kind: 'delta' })], plain, 50);
    expect(found?.ordered.map((one) => one.metric)).toEqual(['http_reqs', 'queue']);
    expect(found?.asked).toEqual({ metric: 'http_reqs', column: 'rate', by: null, points: 800 });
    expect(chooseSeries([metric('queue')], plain, 50)?.asked.points).toBe(200);
    expect(chooseSeries([], plain, 50)).toBeNull();
  });

  it('is what the address says as far as there is such a thing', () => {
    const view = { metric: 'queue', column: 'max', split: 'shard' };
    const asked = (given: Partial<typeof view>) =>
      chooseSeries([metric('http_reqs'), metric('queue')], { ...view, ...given }, 2)?.asked;
    expect(asked({})).toMatchObject({ metric: 'queue', column: 'max', by: 'shard' });
    expect(asked({ metric: 'gone', column: 'p95', split: 'pod' })).toMatchObject({
      metric: 'http_reqs',
      column: 'mean',
      by: null,
    });
  });

  it('shows fifty runs that have samples still', () => {
    const runs = Array.from({ length: 60 }, (_, index) => ({
      id: `run${index}`,
      status: index === 0 ? 'running' : 'finished',
      samplesExpiredAt: index < 5 ? '2026-01-01T00:00:00Z' : null,
    })) as unknown as Comparison['runs'];
    const { ids, ...rest } = findDrawnRuns({ runs });
    expect([ids.length, ids[0], rest]).toEqual([50, 'run5', { isLive: false, kept: 55, expired: 5 }]);
  });
});
