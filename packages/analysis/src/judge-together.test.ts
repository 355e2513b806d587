import { createRandom } from '@proofload/domain';
import { drawNormal } from '@proofload/stats';
import { expect, it } from 'vitest';
import { compareGroups } from './compare-groups.ts';
import { finishRun } from './fixtures/finished-run.ts';

it.each([
  [3, 'normal', 1],
  [5, 'heavy-tailed', 2],
])(
  'alarms in at most the nominal share of comparisons of a thing with itself, with %d %s replicates',
  (n, kind, seed) => {
    const random = createRandom(seed);
    const simulations = 1000;
    const draw = () =>
      kind === 'normal'
        ? 100 + 5 * drawNormal(random)
        : 100 + (3 * drawNormal(random)) / Math.sqrt(random() + 0.1);
    let alarms = 0;
    for (let round = 0; round < simulations; round++) {
      const runs = Array.from({ length: 2 * n }, (_, index) =>
        finishRun(
          { workers: index < n ? 1 : 2 },
          Object.fromEntries(Array.from({ length: 5 }, (_, place) => [`m${place}`, draw()])),
        ),
      );
      const { measurements } = compareGroups({
        runs,
        definition: null,
        by: 'treatment',
        baseline: null,
        measurements: null,
      });
      const found = measurements.map(({ cells }) => cells[1]?.difference);
      if (found.some((difference) => difference === 'better' || difference === 'worse')) alarms += 1;
    }
    expect(alarms / simulations).toBeLessThanOrEqual(0.065);
  },
  30_000,
);
