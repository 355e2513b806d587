import { createLoader } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import { directionOf, flipSort } from './run-sort.ts';
import { runsAddress, runsState } from './runs-state.ts';

describe('the address of the list of runs', () => {
  const load = createLoader(runsState);
  const defaults = { filter: '', sort: '-createdAt', cursor: null, chosen: [] };

  it.each([
    ['/runs', defaults],
    ['/runs?filter=qps%3E%3D100', { ...defaults, filter: 'qps>=100' }],
    ['/runs?sort=p95&cursor=abc', { ...defaults, sort: 'p95', cursor: 'abc' }],
    ['/runs?chosen=a,b', { ...defaults, chosen: ['a', 'b'] }],
  ])('%s is read', (address, expected) =>
    expect(load(new URL(address, 'http://instance.invalid'))).toEqual(expected),
  );

  it.each([
    defaults,
    { filter: 'label.branch="a,b & c" and p95<300', sort: '-p95', cursor: 'WzFd', chosen: ['a', 'b'] },
  ])('comes back as it was: %j', (state) =>
    expect(load(new URL(runsAddress('/runs', state), 'http://instance.invalid'))).toEqual(state),
  );

  it('leaves out what is as always', () => expect(runsAddress('/runs', defaults)).toBe('/runs'));
});

it.each([
  ['-createdAt', 'createdAt', 'createdAt'],
  ['createdAt', 'createdAt', '-createdAt'],
  ['-createdAt', 'p95', 'p95'],
  ['p95', 'p95', '-p95'],
  ['-p95', 'p95', 'p95'],
  ['p95', 'createdAt', '-createdAt'],
])('sorted by %s, a click on %s sorts by %s', (sort, column, expected) =>
  expect(flipSort(sort, column)).toBe(expected),
);

it('tells by what a list is sorted', () => {
  expect(directionOf('p95', 'p95')).toBe('ascending');
  expect(directionOf('-p95', 'p95')).toBe('descending');
  expect(directionOf('-p95', 'p9')).toBeNull();
});
