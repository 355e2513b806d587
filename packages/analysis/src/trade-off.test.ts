import type { Comparison } from '@proofload/contracts';
import type { Amount } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { weighTradeOff } from './trade-off.ts';

type Measurement = Comparison['measurements'][number];
type Given = number[] | Amount;

/** A comparison of groups with replicates or amounts of two measurements. */
function compare(
  groups: Record<string, [Given | null, Given | null]>,
  better: Measurement['better'] = 'lower',
) {
  const keys = Object.keys(groups);
  const runsOf = (key: string, given: Given | null | undefined) =>
    (Array.isArray(given) ? given : [0]).map((_, index) => `${key}${index}`);
  const measure = (name: string, unit: string, side: 0 | 1): Measurement => ({
    name,
    unit,
    better: side === 0 ? better : 'lower',
    cells: keys.map((group) => {
      const given = groups[group]?.[side] ?? null;
      const values = Array.isArray(given) ? given : [];
      const runs = runsOf(group, given);
      return {
        group,
        n: given === null ? 0 : runs.length,
        median: null,
        mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
        min: null,
        max: null,
        stddev: null,
        values: values.map((value, index) => ({ run: runs[index] ?? '', value })),
        ...(given !== null && !Array.isArray(given)
          ? { amount: given, amounts: [{ run: runs[0] ?? '', amount: given }] }
          : {}),
        ratio: null,
        low: null,
        high: null,
        difference: 'not-assessable',
        sentence: '',
      };
    }),
  });
  const compared = {
    by: 'treatment',
    groups: keys.map((key) => ({ key, params: params(key), runs: [], n: 1, excluded: [] })),
    runs: keys.flatMap((group) =>
      runsOf(group, groups[group]?.[0]).map((id) => ({ id, group, name: id }) as Comparison['runs'][number]),
    ),
  };
  return weighTradeOff(compared, measure('balance', 'cores', 0), measure('moves', 'clusters', 1));
}

const params = (key: string): Record<string, string> =>
  key.includes('=') ? Object.fromEntries(key.split(',').map((part) => part.split('='))) : {};

describe('a trade-off', () => {
  it('names groups by what differs between those that are weighed', () => {
    const { finding } = compare({
      'algorithm=a,load=equal': [[1], null],
      'algorithm=a,load=random': [[1], [2]],
      'algorithm=b,load=random': [[2], [1]],
    });
    expect(finding).toMatch(/^algorithm=a \(1/);
    expect(finding).toContain('All of them have load=random.');
  });

  it('says nothing of what groups have in common where that is nothing, and names two that are better', () => {
    const { finding } = compare({
      'algorithm=a,load=equal': [[1], [1]],
      'algorithm=b,load=equal': [[2], [2]],
      'algorithm=a,load=random': [[3], [3]],
      'algorithm=b,load=random': [[4], [4]],
    });
    expect(finding).not.toContain('All of them');
    expect(finding).toContain(
      'algorithm=b,load=random is dominated by algorithm=a,load=equal, algorithm=b,load=equal and 1 more.',
    );
  });

  it('names no winner among the sharding algorithms, one of which is only bounded', () => {
    const { points, apart, finding, replicates } = compare({
      legacy: [[0.32], null],
      greedy: [[0.06], { kind: 'above', low: 75 }],
      ring: [[0.12], [48]],
      bounded: [[0.17], [15]],
    });
    expect(points.map(({ group, standing }) => [group, standing])).toEqual([
      ['greedy', 'front'],
      ['ring', 'front'],
      ['bounded', 'front'],
    ]);
    expect(apart).toEqual([{ group: 'legacy', reason: 'no completed run has moves' }]);
    expect(finding.replaceAll('\u00a0', ' ')).toBe(
      'greedy (0.06 cores, > 75 clusters), ring (0.12 cores, 48 clusters) and bounded (0.17 cores, 15 clusters) are a Pareto ' +
        'front of balance against moves: each is better than every other in one of the two or the other, so no winner is named. ' +
        'At n=1 it is not assessable how certain that is.',
    );
    expect(replicates).toHaveLength(3);
  });

  it('says who dominates whom, and whether the intervals allow something else', () => {
    const { points, finding } = compare({
      best: [
        [1, 1.1, 0.9],
        [10, 11, 9],
      ],
      worse: [
        [5, 5.1, 4.9],
        [50, 51, 49],
      ],
      near: [
        [1.2, 0.4, 2],
        [12, 4, 20],
      ],
    });
    expect(points.map(({ standing, by, isCertain }) => [standing, by, isCertain])).toEqual([
      ['front', [], false],
      ['dominated', ['best', 'near'], true],
      ['dominated', ['best'], false],
    ]);
    expect(finding).toContain('is at least as good as every other group in both balance and moves');
    expect(finding).toContain('worse is dominated by best and near.');
    expect(finding).toContain('the place of best and near may be another');
  });

  it('leaves open what a range does not tell', () => {
    const { points, finding } = compare({
      a: [[1], [20]],
      b: [[2], { kind: 'range', low: 10, high: 30 }],
    });
    expect(points.map(({ standing }) => standing)).toEqual(['front', 'unsure']);
    expect(finding).toContain('Whether b is dominated by a cannot be told from ranges and bounds.');
  });

  it('has no front without a direction, or without two groups', () => {
    expect(compare({ a: [[1], [2]], b: [[2], [1]] }, 'none').finding).toBe(
      'No side of balance is the better one, so there is no front of balance against moves.',
    );
    expect(compare({ a: [[1], [2]], b: [null, [1]] }).finding).toContain('nothing to weigh');
    expect(compare({ a: [null, [2]] }).finding).toContain('No group has both');
  });
});
