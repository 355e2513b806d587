import type { MeasurementDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { stateUnits, unitOf } from './stated-units.ts';

const measured = (metric: string, aggregate: string, unit: string | null): MeasurementDefinition =>
  ({
    ...{ of: { kind: 'metric', metric, selector: '', aggregate }, over: null },
    ...{ balance: null, unit, better: 'none' },
  }) as MeasurementDefinition;

describe('units of metrics that only a definition says', () => {
  it('are those of measurements of a level, where they agree', () => {
    const stated = stateUnits({
      measurements: {
        peak: measured('memory', 'max', 'bytes'),
        usual: measured('memory', 'p95', 'bytes'),
        speed: measured('queue', 'rate', 'items/s'),
        many: measured('pods', 'count', 'pods'),
        one: measured('mixed', 'max', 's'),
        other: measured('mixed', 'min', 'ms'),
        none: measured('plain', 'avg', null),
      },
    });
    expect([...stated]).toEqual([['memory', 'bytes']]);
  });

  it('come after what a series or its name says, and are for levels alone', () => {
    const stated = new Map([
      ['memory', 'bytes'],
      ['wait_seconds', 'min'],
      ['requests', 'requests'],
    ]);
    const of = (metric: string, kind: 'gauge' | 'cumulative', unit: string | null = null) =>
      unitOf({ metric, kind, unit }, stated);
    expect(of('memory', 'gauge')).toBe('bytes');
    expect(of('memory', 'gauge', 'MiB')).toBe('MiB');
    expect(of('wait_seconds', 'gauge')).toBe('s');
    expect(of('requests', 'cumulative')).toBeNull();
    expect(of('other', 'gauge')).toBeNull();
  });
});
