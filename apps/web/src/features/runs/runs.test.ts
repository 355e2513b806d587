import type { RunSummary } from '@proofload/contracts';
import { createLoader, createSerializer } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import { listColumns } from './run-columns.ts';
import { directionOf, flipSort } from './run-sort.ts';
import { runsState } from './runs-state.ts';

describe('the address of the list of runs', () => {
  const load = createLoader(runsState);
  const runsAddress = createSerializer(runsState);
  const defaults = { filter: '', sort: '-createdAt', columns: null, chosen: [] };

  it.each([
    ['/runs', defaults],
    ['/runs?filter=qps%3E%3D100', { ...defaults, filter: 'qps>=100' }],
    [
      '/runs?sort=p95&columns=param.qps,label.branch',
      { ...defaults, sort: 'p95', columns: ['param.qps', 'label.branch'] },
    ],
    ['/runs?chosen=a,b', { ...defaults, chosen: ['a', 'b'] }],
  ])('%s is read', (address, expected) =>
    expect(load(new URL(address, 'http://instance.invalid'))).toEqual(expected),
  );

  it.each([
    defaults,
    {
      filter: 'label.branch="a,b & c" and p95<300',
      sort: '-p95',
      columns: ['label.a,b', 'measurement.p95'],
      chosen: ['a', 'b'],
    },
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

describe('the columns of a list of runs', () => {
  const measured = (value: number, unit: string) => ({ value, unit }) as RunSummary['measurements'][string];
  const run = (measurements: RunSummary['measurements'], params: RunSummary['params'] = {}) =>
    ({ measurements, params }) as RunSummary;
  const runs = [
    run({ p95: measured(0.2, 's'), rate: measured(10, '/s') }, { workers: 2, mode: 'fast', rate: 5 }),
    run({ p95: measured(300, 'ms'), rate: measured(20, '/s') }),
  ];

  it('are the first measurements unless they are chosen', () => {
    expect(listColumns(runs, null).map(({ key, sort }) => [key, sort])).toEqual([
      ['measurement.p95', 'p95'],
      ['measurement.rate', 'rate'],
    ]);
    expect(listColumns(runs, [])).toEqual([]);
  });

  it('are sorted by where the API has an order for the name, and only then', () => {
    const keys = ['label.branch', 'param.workers', 'param.mode', 'param.rate', 'nonsense', 'param.workers'];
    expect(listColumns(runs, keys).map(({ key, sort }) => [key, sort])).toEqual([
      ['label.branch', null],
      ['param.workers', 'workers'],
      ['param.mode', null],
      ['param.rate', null],
    ]);
  });

  it('have one unit where all runs have it', () => {
    const [p95, rate] = listColumns(runs, null);
    expect([p95?.scale, rate?.scale?.unit]).toEqual([undefined, '/s']);
  });
});
