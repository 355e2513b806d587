import { describe, expect, it } from 'vitest';
import { planReplicates, planRetries, type SweepRunState } from './extend-sweep.ts';

let count = 0;
const run = (treatment: string, replicate: number, changes: Partial<SweepRunState> = {}): SweepRunState => {
  count += 1;
  return {
    id: `run${count}`,
    treatment,
    replicate,
    position: count,
    status: 'finished',
    outcome: 'completed',
    retryOfId: null,
    ...changes,
  };
};
const runs = ['a', 'b', 'c', 'a', 'b', 'c'].map((treatment, index) => run(treatment, index < 3 ? 1 : 2));
const random = { order: 'random', seed: 7 } as const;

const cells = (planned: { like: SweepRunState; replicate: number; position: number }[]) =>
  planned.map(({ like, replicate, position }) => `${position}: ${like.treatment} #${replicate}`);

describe('replicates that are added', () => {
  it('have the next numbers and places, round by round, in the order of the definition', () => {
    expect(cells(planReplicates(runs, 2, null, { order: 'defined', seed: 1 }))).toEqual([
      '7: a #3',
      '8: b #3',
      '9: c #3',
      '10: a #4',
      '11: b #4',
      '12: c #4',
    ]);
  });

  it('are in random order among themselves, which the seed of the sweep repeats', () => {
    const orders = [random, random, { ...random, seed: 8 }].map((order) =>
      cells(planReplicates(runs, 5, null, order)),
    );
    expect(orders[0]).toEqual(orders[1]);
    expect(orders[0]).not.toEqual(orders[2]);
    const treatments = planReplicates(runs, 5, null, random).map(({ like }) => like.treatment);
    expect(treatments).not.toEqual([...'abcabcabcabcabc']);
    expect([...treatments].sort().join('')).toBe('aaaaabbbbbccccc');
  });

  it('are in another order than those before, because the sequence goes on', () => {
    const more = planReplicates(runs, 5, null, random);
    const all = [...runs, ...more.map((one) => ({ ...one.like, ...one }))];
    const again = planReplicates(all, 5, null, random);
    expect(again.map(({ like }) => like.treatment)).not.toEqual(more.map(({ like }) => like.treatment));
    expect(again[0]?.position).toBe(22);
  });

  it('may be of some treatments alone', () => {
    expect(cells(planReplicates(runs, 1, ['b'], random))).toEqual(['7: b #3']);
  });
});

describe('retries', () => {
  it('repeat a run each, with the next number of its treatment', () => {
    const failed = [runs[1], runs[4]].map((one) => ({
      ...(one as SweepRunState),
      outcome: 'failed' as const,
    }));
    const planned = planRetries(runs, failed, { order: 'defined', seed: 1 });
    expect(cells(planned)).toEqual(['7: b #3', '8: b #4']);
    expect(planned.map(({ like, isRetry }) => [like.id, isRetry])).toEqual(
      failed.map(({ id }) => [id, true]),
    );
  });
});
