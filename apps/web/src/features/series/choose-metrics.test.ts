import { expect, it } from 'vitest';
import { drawableMetrics, findMetrics } from './choose-metrics';

const metrics = Array.from({ length: 500 }, (_, index) => ({ metric: `node_memory_${index}_bytes` }));

it('lists no more than can be read, and says how many there are', () => {
  const { shown, found } = findMetrics(metrics, '');
  expect([shown.length, found]).toEqual([100, 500]);
});

it('has what is chosen on top', () => {
  const { shown } = findMetrics(metrics, '', ['node_memory_499_bytes']);
  expect(shown.slice(0, 2).map(({ metric }) => metric)).toEqual([
    'node_memory_499_bytes',
    'node_memory_0_bytes',
  ]);
});

it('finds by all words, in any case', () => {
  expect(findMetrics(metrics, ' 499  NODE ').shown).toEqual([{ metric: 'node_memory_499_bytes' }]);
  expect(findMetrics(metrics, 'nothing')).toEqual({ shown: [], found: 0 });
});

it('draws what was chosen, else what is looked at first, and never what was only reported', () => {
  const none = { min: null, max: null, avg: null, p50: null, p90: null, p95: null, p99: null, p999: null };
  const metric = (name: string, isReported = false) => ({
    ...{ metric: name, kind: 'gauge' as const, unit: null, source: 'scrape', series: 1, samples: 1 },
    ...{ isReported, labelNames: [], totals: { count: 1, sum: 1, ...none } },
  });
  const list = [metric('depth'), metric('told', true), metric('vus')];
  expect(drawableMetrics(list, null).drawn.map((entry) => entry.metric)).toEqual(['vus', 'depth']);
  expect(drawableMetrics(list, ['depth', 'told']).drawn.map((entry) => entry.metric)).toEqual(['depth']);
  expect(drawableMetrics(list, []).drawn).toEqual([]);
});
