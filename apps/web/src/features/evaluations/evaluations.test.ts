import type { RunEvaluation } from '@proofload/contracts';
import { requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { compareMeasurements, compareObjectives } from './compare-evaluations';
import { checkDraft, draftWindows, toOwnWindows } from './own-windows';
import { sayChanges, sayOutcome } from './say-evaluation';

const measurement = (value: number | null, unit = 'ms') => ({
  value,
  unit,
  better: 'lower' as const,
  samples: 1,
  spread: null,
  window: null,
  note: null,
});
type Results = Pick<RunEvaluation, 'measurements' | 'slos' | 'verdict'>;
const results = (measurements: Results['measurements'], changes: Partial<Results> = {}): Results => ({
  measurements,
  slos: [],
  verdict: 'none',
  ...changes,
});

describe('two evaluations side by side', () => {
  it.each([
    ['a change', measurement(400), measurement(100), '\u221275\u00a0%'],
    ['the same in another unit', measurement(400), measurement(0.4, 's'), 'none'],
    ['a change in another unit', measurement(400), measurement(0.2, 's'), '\u221250\u00a0%'],
    ['from zero', measurement(0), measurement(5), '5\u00a0ms'],
    ['a value that came', measurement(null), measurement(5), '–'],
    ['a value that went', measurement(5), measurement(null), '–'],
    ['never a value', measurement(null), measurement(null), 'no value'],
    ['units that do not convert', measurement(5), measurement(5, 'bytes'), '–'],
  ])('%s', (_name, before, after, difference) => {
    expect(compareMeasurements(results({ p95: before }), results({ p95: after }))).toMatchObject([
      { name: 'p95', difference },
    ]);
  });

  it('lists what came and what went', () => {
    const rows = compareMeasurements(
      results({ old: measurement(1), constructor: measurement(1) }),
      results({ fresh: measurement(1), constructor: measurement(1) }),
    );
    expect(rows.map(({ name, difference }) => [name, difference])).toEqual([
      ['fresh', 'new'],
      ['constructor', 'none'],
      ['old', 'no longer measured'],
    ]);
  });

  it('has objectives by name and limit, and the verdict', () => {
    const slo = (objective: string, met: boolean | null) => ({
      ...{ name: 'fast', objective, measurement: 'p95', met, value: 1, unit: 'ms', breaches: [], note: null },
    });
    const before = results({}, { slos: [slo('< 1s', true), slo('< 9s', null)], verdict: 'pass' });
    const after = results({}, { slos: [slo('< 2s', true), slo('< 9s', false)], verdict: 'fail' });
    expect(compareObjectives(before, after)).toEqual([
      { name: 'fast < 2s', before: 'not judged', after: 'met' },
      { name: 'fast < 9s', before: 'not assessable', after: 'missed' },
      { name: 'fast < 1s', before: 'met', after: 'not judged' },
      { name: 'Verdict', before: 'pass', after: 'fail' },
    ]);
  });
});

describe('windows of a run', () => {
  const startMs = Date.UTC(2026, 0, 1);
  const at = (seconds: number) => new Date(startMs + seconds * 1000).toISOString();
  const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: x}
spec:
  objective: x
  workload: {executor: external}
  windows: {steady: {phase: load, skipFirst: 2s}, tail: {phase: load}}
  measurements:
    it: {metric: x, aggregate: max, over: steady}
`);
  const run = {
    startedAt: at(0),
    finishedAt: at(20),
    phases: [],
    measurements: { it: { ...measurement(1), window: { name: 'steady', from: at(2), to: at(19.5) } } },
    windows: { tail: { from: at(90), to: at(100.25) } },
  };

  it('are shown as they lie, after the start', () => {
    expect(draftWindows(run, definition, startMs)).toEqual([
      { name: 'steady', isOwn: false, from: '2s', to: '19.5s' },
      { name: 'tail', isOwn: true, from: '90s', to: '100.25s' },
    ]);
    expect(draftWindows({ ...run, windows: {} }, null, startMs)).toEqual([
      { name: '*', isOwn: false, from: '0s', to: '20s' },
    ]);
  });

  it('go to the API as points in time, where they are its own', () => {
    const drafts = draftWindows(run, definition, startMs);
    expect(toOwnWindows(drafts, startMs)).toEqual(run.windows);
    const cut = { name: 'steady', isOwn: true, from: '1m30s', to: '2m' };
    expect(toOwnWindows([cut], startMs)).toEqual({ steady: { from: at(90), to: at(120) } });
  });

  it.each([
    ['right', '2s', '3s', {}],
    ['no time', 'soon', '3s', { from: 'expected a time after the start, such as 12s or 1m30s' }],
    ['too short', '2s', '2.5s', { to: 'expected at least 1s after the beginning' }],
    ['turned round', '5s', '2s', { to: 'expected at least 1s after the beginning' }],
  ])('are checked: %s', (_name, from, to, errors) => {
    expect(checkDraft({ name: 'x', isOwn: true, from, to })).toEqual(errors);
    expect(checkDraft({ name: 'x', isOwn: false, from, to })).toEqual({});
  });
});

it('says what became of a job, and what a version changes', () => {
  const counts = { total: 0, pending: 0, evaluated: 0, unchanged: 0, kept: 0, failed: 0, superseded: 0 };
  expect(sayOutcome({ counts })).toBe('There was no run to evaluate');
  expect(sayOutcome({ counts: { ...counts, evaluated: 1, kept: 3 } })).toBe(
    '1 run has new results, 3 runs keep their old results',
  );
  expect(
    sayChanges([
      { kind: 'window', name: 'steady', change: 'changed' },
      { kind: 'slo', name: 'fast', change: 'removed' },
    ]),
  ).toBe('window steady changed; SLO fast removed');
});
