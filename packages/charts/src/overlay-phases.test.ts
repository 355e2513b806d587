import type { Comparison, SeriesResponse } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { draw } from './fixtures/draw.ts';
import { buildOverlay, buildOverlayPanels, type OverlayInput, overlayPhases } from './overlay.ts';
import { styleAt } from './treatment-style.ts';

const start = Date.parse('2026-01-01T00:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

type Phases = NonNullable<Comparison['runs'][number]['phases']>;

/** Runs of 10 s with a value each second; group `a` has the first half of them. */
function overlayOf(phases: Phases[], given: Partial<OverlayInput> = {}): OverlayInput {
  const runs = phases.map((own, index): Comparison['runs'][number] => ({
    id: `r${index}`,
    name: `r${index}`,
    group: index * 2 < phases.length ? 'a' : 'b',
    replicate: index + 1,
    status: 'finished',
    outcome: 'completed',
    verdict: null,
    labels: {},
    startedAt: at(0),
    definitionVersion: 1,
    phases: own,
  }));
  const times = Array.from({ length: 10 }, (_, index) => index * 1000);
  const responses = runs.map(
    ({ id }): SeriesResponse => ({
      run: id,
      origin: at(0),
      from: at(0),
      to: at(10),
      stepMs: 1000,
      omitted: 0,
      lines: [{ metric: 'queue', kind: 'gauge', unit: null, labels: {}, times, columns: { mean: times } }],
    }),
  );
  const groups = ['a', 'b'].map((key) => ({
    key,
    params: {},
    runs: runs.filter(({ group }) => group === key).map(({ id }) => id),
    n: 1,
    excluded: [],
  }));
  return {
    metric: 'queue',
    column: 'mean',
    comparison: { groups, runs, baseline: 'a', slos: [] },
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
  };
}

const load = (from: number, to: number | null): Phases => [
  { name: 'warm up', from: at(0), to: at(from) },
  { name: 'load', from: at(from), to: to === null ? null : at(to) },
];
/** Shapes that are filled with a colour; texts are not counted. */
const filled = (svg: string, color: string): number =>
  [...svg.matchAll(/<path[^>]*>/g)].filter(([path]) => path.includes(`fill="${color}"`)).length;

describe('phases in an overlay', () => {
  it('gives each phase a lane with the runs that have it, in the time of the figure', () => {
    const lanes = overlayPhases(overlayOf([load(2, 8), load(3, null), []]));
    expect(lanes.map(({ name, of, runs }) => [name, of, runs.map(({ label }) => label)])).toEqual([
      ['warm up', 3, ['small #1', 'small #2']],
      ['load', 3, ['small #1', 'small #2']],
    ]);
    // One that goes on lasts as long as there are samples.
    expect(lanes[1]?.runs.map(({ stretches }) => stretches)).toEqual([
      [{ fromMs: 2000, toMs: 8000 }],
      [{ fromMs: 3000, toMs: 10_000 }],
    ]);
  });

  it('moves with the alignment', () => {
    const aligned = overlayOf([load(2, 8), load(3, 8)], { alignment: 'phase', phase: 'load' });
    expect(overlayPhases(aligned)[1]?.runs.map(({ stretches }) => stretches[0]?.fromMs)).toEqual([0, 0]);
    expect(overlayPhases(aligned)[0]?.runs.map(({ stretches }) => stretches[0]?.fromMs)).toEqual([
      -2000, -3000,
    ]);
  });

  it('draws a bar in its colour for each of few runs, and says how many have the phase', () => {
    const some = buildOverlay(overlayOf([load(2, 8), load(3, 8), []]));
    const { svg, texts } = draw(some);
    expect(texts).toEqual(expect.arrayContaining(['warm up (2 of 3 runs)', 'load (2 of 3 runs)']));
    expect(filled(svg, styleAt(0).lightColor)).toBe(4);
    expect(some.height).toBeGreaterThan(300);
    expect(buildOverlay(overlayOf([[], []])).height).toBe(300);
  });

  it('draws of many runs how many are in a phase, no higher than of two', () => {
    const many = Array.from({ length: 50 }, (_, index) => load(2 + index / 50, 8));
    const drawn = buildOverlay(overlayOf(many));
    const { svg, texts } = draw(drawn);
    expect(texts).toEqual(expect.arrayContaining(['warm up', 'load']));
    expect(filled(svg, styleAt(0).lightColor)).toBe(0);
    expect(drawn.height).toBeLessThan(360);
  });

  it('keeps phases of a panel to its group, and says which have no lane', () => {
    const [small, large] = buildOverlayPanels(overlayOf([load(2, 8), load(3, 8), [], []]));
    expect(draw(small?.model ?? buildOverlay(overlayOf([]))).texts).toContain('load');
    expect(large?.model.height).toBe(200);
    const eight = Array.from({ length: 8 }, (_, index) => ({
      name: `step ${index + 1}`,
      from: at(index),
      to: at(index + 1),
    }));
    expect(buildOverlay(overlayOf([eight])).notes).toContain('Without a lane: step 7, step 8');
  });
});
