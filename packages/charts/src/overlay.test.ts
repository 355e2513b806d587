import type { Comparison, SeriesResponse } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildOverlay, buildOverlayPanels, type OverlayInput } from './overlay.ts';
import { phaseNames } from './overlay-phases.ts';
import { styleAt } from './treatment-style.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

type Run = Comparison['runs'][number];
/** Two treatments of two runs, whose load began 2 and 4 s after their start. */
const runs: Run[] = ['a1', 'a2', 'b1', 'b2'].map((id, index) => ({
  id,
  name: id,
  group: id[0] ?? '',
  replicate: 1 + (index % 2),
  status: 'finished',
  outcome: 'completed',
  verdict: null,
  labels: {},
  startedAt: at(0),
  definitionVersion: 1,
  phases: [
    { name: 'load', from: at(index < 2 ? 2 : 4), to: null },
    { name: 'warm up', from: at(0), to: at(2) },
  ],
}));
const values: Record<string, (number | null)[]> = {
  a1: [1, 2, 3, 4],
  a2: [3, 4, 5, null],
  b1: [0, 0, 11, 12],
  b2: [0, 0, 13, 14],
};
const responses = runs.map(
  ({ id }): SeriesResponse => ({
    run: id,
    origin: at(0),
    from: at(0),
    to: at(8),
    stepMs: 2000,
    omitted: 0,
    lines: [
      {
        metric: 'queue',
        kind: 'gauge',
        unit: 's',
        labels: {},
        times: [0, 2000, 4000, 6000],
        columns: { mean: values[id] ?? [] },
      },
    ],
  }),
);
const group = (key: string) => ({
  key,
  params: {},
  runs: runs.filter((run) => run.group === key).map(({ id }) => id),
  n: 2,
  excluded: [],
});
const input = (given: Partial<OverlayInput> = {}): OverlayInput => ({
  metric: 'queue',
  column: 'mean',
  comparison: { groups: [group('a'), group('b')], runs, baseline: 'a', slos: [] },
  responses,
  styles: new Map([
    ['a', styleAt(0)],
    ['b', styleAt(1)],
  ]),
  labels: new Map([
    ['a', 'small'],
    ['b', 'large'],
  ]),
  limitSource: null,
  alignment: 'start',
  isLog: false,
  ...given,
});

describe('an overlay', () => {
  it('names the phases of the runs in their order', () => {
    expect(phaseNames({ runs })).toEqual(['warm up', 'load']);
  });

  it('begins at a phase, with time before it', () => {
    const { table, description } = buildOverlay(input({ alignment: 'phase', phase: 'load' }));
    expect(table.columns[0]).toEqual({ name: 'Time since the start of load', unit: 's' });
    expect(table.rows.map(([time, small]) => [time, small])).toEqual([
      [-4, null],
      [-2, 2],
      [0, 3],
      [2, 4],
      [4, 4],
    ]);
    expect(description).toContain('over time since the start of load');
  });

  it('says how many runs have no such phase', () => {
    const without = runs.map((run) => (run.id === 'b2' ? { ...run, phases: [] } : run));
    const { notes } = buildOverlay(
      input({
        alignment: 'phase',
        phase: 'load',
        comparison: { groups: [group('a'), group('b')], runs: without, baseline: 'a', slos: [] },
      }),
    );
    expect(notes).toEqual(['One run has no phase load and cannot be aligned at it']);
  });

  it('draws replicates as a band about their median', () => {
    const { table, notes } = buildOverlay(input({ drawing: 'bands' }));
    expect(table.columns.map(({ name }) => name).slice(1, 4)).toEqual([
      'small median of 2',
      'small least',
      'small greatest',
    ]);
    expect(table.rows[1]?.slice(1, 4)).toEqual([3, 2, 4]);
    expect(notes[0]).toContain('from the least to the greatest');
    const mean = buildOverlay(input({ drawing: 'bands', band: 'interval' })).table;
    expect(mean.columns[2]?.name).toBe('small low end of the 95 % interval');
    // The mean of 2 and 4 less 12.7 standard errors of 1.
    expect(mean.rows[1]?.[2]).toBeCloseTo(3 - 12.706, 2);
  });

  it('subtracts the baseline step by step', () => {
    const model = buildOverlay(input({ drawing: 'difference' }));
    expect(model.title).toBe('queue minus small');
    expect(model.table.columns.map(({ name }) => name)).toEqual([
      'Time since the start',
      'large median of 2',
    ]);
    expect(model.table.rows.map(([, difference]) => difference)).toEqual([-2, -3, 8, 9]);
    expect(draw(model).texts).toContain('small');
  });

  it('draws a panel a group with the same scales', () => {
    const panels = buildOverlayPanels(input());
    expect(panels.map(({ label }) => label)).toEqual(['small', 'large']);
    const drawn = panels.map(({ model }) => draw(model).texts.filter((text) => /^\d/.test(text)));
    expect(drawn[0]).toEqual(drawn[1]);
    expect(drawn[0]).toContain('15');
  });
});
