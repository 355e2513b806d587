import { type Amount, exactly } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { findParetoFront } from './pareto-front.ts';

const choice = (name: string, ...values: (number | Amount | null)[]) => ({
  name,
  values: values.map((value) => (typeof value === 'number' ? exactly(value) : value)),
});
const range = (low: number, high: number): Amount => ({ kind: 'range', low, high });

describe('the front', () => {
  it('holds what nothing is better than in everything, over any number of directions', () => {
    const front = findParetoFront(
      [choice('a', 1, 9, 5), choice('b', 2, 8, 5), choice('c', 2, 9, 6), choice('d', 1, 9, 5)],
      ['lower', 'higher', 'lower'],
    );
    expect(front).toEqual({
      front: ['a', 'd'],
      dominated: [
        { name: 'b', by: ['a', 'd'] },
        { name: 'c', by: ['a', 'd'] },
      ],
      unsure: [],
    });
  });

  it('respects ranges: dominated only for every value that they allow', () => {
    expect(
      findParetoFront([choice('a', range(1, 2), 1), choice('b', range(3, 4), 1)], ['lower', 'lower']),
    ).toMatchObject({
      front: ['a'],
      dominated: [{ name: 'b', by: ['a'] }],
    });
    expect(
      findParetoFront([choice('a', range(1, 3), 1), choice('b', range(2, 4), 2)], ['lower', 'lower']),
    ).toEqual({
      front: ['a'],
      dominated: [],
      unsure: [{ name: 'b', maybeBy: ['a'] }],
    });
    // Touching ends: as good at least, but perhaps not better.
    expect(findParetoFront([choice('a', range(1, 2)), choice('b', range(2, 3))], ['lower']).unsure).toEqual([
      { name: 'b', maybeBy: ['a'] },
    ]);
  });

  it('does not know about a value that is missing, unless another direction tells', () => {
    expect(findParetoFront([choice('a', 1, null), choice('b', 2, 5)], ['lower', 'lower'])).toEqual({
      front: ['a'],
      dominated: [],
      unsure: [{ name: 'b', maybeBy: ['a'] }],
    });
    expect(findParetoFront([choice('only', null)], ['lower']).front).toEqual(['only']);
    expect(findParetoFront([], ['lower'])).toEqual({ front: [], dominated: [], unsure: [] });
  });
});
