import { expect, it } from 'vitest';
import { findMetrics } from './choose-metrics';

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
