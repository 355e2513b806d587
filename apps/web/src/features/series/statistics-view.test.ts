import { describe, expect, it } from 'vitest';
import { askStatistics, nameAggregate, orderGroups, phaseNames } from './statistics-view';

const originMs = Date.UTC(2026, 10, 21, 9);
const duration = { metric: 'http_req_duration', kind: 'distribution' } as const;

describe('askStatistics', () => {
  it('is about what is seen', () => {
    const asked = askStatistics(
      duration,
      { phase: null, by: null },
      { fromMs: 1500, toMs: 61_000 },
      originMs,
    );
    expect(asked).toEqual({
      metric: 'http_req_duration',
      aggregates: 'count,avg,min,max,p50,p95,p99,p99.9',
      from: '2026-11-21T09:00:01.500Z',
      to: '2026-11-21T09:01:01.000Z',
    });
    const whole = askStatistics(duration, { phase: null, by: '*' }, null, originMs);
    expect(whole).toEqual({ metric: 'http_req_duration', aggregates: asked.aggregates, by: '*' });
  });

  it('is about a phase whatever is seen', () => {
    const asked = askStatistics(duration, { phase: 'load', by: null }, { fromMs: 0, toMs: 1 }, originMs);
    expect(asked).toMatchObject({ phase: 'load' });
    expect(asked).not.toHaveProperty('from');
  });
});

it('names what a count is of', () => {
  expect(nameAggregate('count', 'delta')).toBe('Count');
  expect(nameAggregate('count', 'gauge')).toBe('Samples');
  expect(nameAggregate('p99.9', 'distribution')).toBe('p99.9');
});

it('names each phase once', () => {
  const phase = { from: '2026-11-21T09:00:00Z', to: null };
  expect(phaseNames({ phases: ['load', 'cool', 'load'].map((name) => ({ name, ...phase })) })).toEqual([
    'load',
    'cool',
  ]);
});

it('has the largest group on top and those without a value at the end', () => {
  const group = (shard: string, value: number | null) => ({
    labels: { shard },
    kind: 'gauge' as const,
    series: 1,
    figures: { max: { value, unit: null, samples: 1, note: null } },
  });
  const ordered = orderGroups([group('none', null), group('small', -3), group('large', 7)], 'gauge');
  expect(ordered.map(({ labels }) => labels.shard)).toEqual(['large', 'small', 'none']);
});
