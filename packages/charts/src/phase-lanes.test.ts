import { describe, expect, it } from 'vitest';
import { countPhase, type PhaseLane, sayPhaseAt, startSpread } from './phase-lanes.ts';
import { styleAt } from './treatment-style.ts';

const lane = (...stretches: [fromMs: number, toMs: number][][]): PhaseLane => ({
  name: 'load',
  of: stretches.length,
  runs: stretches.flatMap((own, index) =>
    own.length === 0
      ? []
      : [
          {
            label: `run ${index + 1}`,
            style: styleAt(0),
            stretches: own.map(([fromMs, toMs]) => ({ fromMs, toMs })),
          },
        ],
  ),
});

describe('a phase of several runs', () => {
  it('counts who is in it, from change to change', () => {
    expect(countPhase(lane([[0, 10]], [[2, 10]], [[2, 8]]))).toEqual([
      { fromMs: 0, toMs: 2, runs: 1 },
      { fromMs: 2, toMs: 8, runs: 3 },
      { fromMs: 8, toMs: 10, runs: 2 },
    ]);
  });

  it('leaves out when none is in it, and takes one run after another as one stretch', () => {
    expect(
      countPhase(
        lane([
          [0, 1],
          [5, 6],
        ]),
      ),
    ).toEqual([
      { fromMs: 0, toMs: 1, runs: 1 },
      { fromMs: 5, toMs: 6, runs: 1 },
    ]);
    expect(countPhase(lane([[0, 5]], [[5, 9]]))).toEqual([{ fromMs: 0, toMs: 9, runs: 1 }]);
  });

  it('begins when the first and the last run first come into it', () => {
    const again: [number, number][] = [
      [3, 4],
      [8, 9],
    ];
    expect(startSpread(lane(again, [[1, 5]]))).toEqual({ fromMs: 1, toMs: 3 });
  });

  it('names who is in it while they are few', () => {
    const four = lane([[0, 10]], [[0, 4]], [[0, 4]], [[0, 2]]);
    expect([1, 3, 5, 10].map((atMs) => sayPhaseAt(four, atMs))).toEqual([
      'all 4 runs',
      '3 of 4 runs',
      'run 1',
      null,
    ]);
  });
});
