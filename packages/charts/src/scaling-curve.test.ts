import type { ScalingCurve, ScalingPoint } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { darkTheme, lightTheme } from './chart-theme.ts';
import { buildScalingCurve } from './scaling-curve.ts';

const point = (level: string, mean: number | null, changes: Partial<ScalingPoint> = {}): ScalingPoint => ({
  level,
  amount: Number(level),
  n: mean === null ? 0 : 1,
  mean,
  interval: null,
  values: mean === null ? [] : [{ run: `run${level}`, name: level, value: mean }],
  amounts: null,
  leftOut: [],
  step: null,
  change: null,
  gain: mean === null ? null : { ratio: 1, interval: null },
  efficiency: null,
  difference: 'not-assessable',
  sentence: '',
  advice: null,
  confounders: [],
  ...changes,
});

const curve = (points: ScalingPoint[], changes: Partial<ScalingCurve> = {}): ScalingCurve => ({
  measurement: 'sync_duration',
  unit: 'min',
  better: 'lower',
  reference: '3',
  points,
  knee: null,
  laws: [],
  objectives: [],
  goals: [],
  findings: [],
  ...changes,
});
const draw = (drawn: ScalingCurve, width = 700) =>
  JSON.stringify(
    buildScalingCurve({ curve: drawn, factor: 'shards' }).buildOption({ theme: lightTheme, width }),
  );

describe('buildScalingCurve', () => {
  const flagged = point('9', 21, {
    step: { from: '6', change: -0.432, interval: null },
    gain: { ratio: 75 / 21, interval: null },
    efficiency: { value: 1.19, interval: null, isSuperLinear: true },
  });

  it('says levels in words and in rows', () => {
    const model = buildScalingCurve({ curve: curve([point('3', 75), flagged]), factor: 'shards' });
    expect(model.title).toBe('sync_duration by shards');
    expect(model.description).toContain('9 21\u00a0min (n=1)');
    expect(model.table.rows[1]?.slice(4, 6)).toEqual([1, '−43.2\u00a0%']);
    expect(model.notes).toEqual(['Hollow marks are super-linear: better than the amount explains.']);
    const shared = buildScalingCurve({
      curve: curve([point('3', 75)], { unit: 'applications/min/node' }),
      factor: 'shards',
      isShared: true,
    });
    expect(shared.title).toBe('sync_duration as applications/min/node by shards');
  });

  it('marks what is super-linear with a word and a hollow mark, inside the figure', () => {
    const drawn = draw(curve([point('3', 75), flagged]));
    expect(drawn).toContain('"formatter":"super-linear"');
    expect(drawn).toContain('"position":"left"');
    expect(drawn, 'below the end of a curve that falls').toContain('"offset":[0,12]');
    expect(drawn).toContain(`"borderColor":"${lightTheme.accent}"`);
  });

  it('draws the knee, the plateau, goals, and laws that hold', () => {
    const drawn = draw(
      curve([point('3', 75), point('6', 37), point('9', 36)], {
        knee: {
          kind: 'knee',
          level: '6',
          plateau: { from: '6', to: '9' },
          best: '9',
          range: { from: '3', to: '6' },
          said: 'x.',
        },
        goals: [{ target: '<= 0.5x', value: 37.5, said: '' }],
        laws: [
          {
            law: 'amdahl',
            parameters: [],
            said: 'Amdahl',
            misfit: null,
            line: [
              { amount: 3, value: 75 },
              { amount: 9, value: 30 },
            ],
          },
          { law: 'universal', parameters: [], said: 'USL', misfit: 'it does not', line: [] },
        ],
      }),
    );
    for (const text of ['knee at 6', 'plateau', 'knee, 95 %', 'goal <= 0.5x (37.5', '[9,30]'])
      expect(drawn).toContain(text);
  });

  it('keeps runs that were left out, and ranges, in sight', () => {
    const stalled = point('6', null, {
      leftOut: [{ run: 'a', name: 'a', value: 10_000, reason: 'stalled: no progress' }],
    });
    const range = point('9', null, { n: 1, amounts: { kind: 'range', low: 10, high: 20 } as never });
    const model = buildScalingCurve({ curve: curve([stalled, range]), factor: 'shards' });
    expect(model.isEmpty).toBe(false);
    expect(model.description).toContain('9 10 to 20');
    const drawn = JSON.stringify(model.buildOption({ theme: darkTheme, width: 400 }));
    expect(drawn).toContain('"formatter":"stalled"');
    expect(drawn).toContain('[14,2.5]');
    expect(buildScalingCurve({ curve: curve([point('3', null)]), factor: 'shards' }).isEmpty).toBe(true);
  });
});
