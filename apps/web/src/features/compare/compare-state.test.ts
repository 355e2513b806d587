import { compareQuerySchema, partChoicesSchema, scalingQuerySchema } from '@proofload/contracts';
import { createLoader, createSerializer } from 'nuqs/server';
import { describe, expect, it } from 'vitest';
import {
  type CompareState,
  compareState,
  toCompareQuery,
  toPartChoices,
  toScalingSearch,
  toSearch,
  withoutGroup,
} from './compare-state';

const load = createLoader(compareState);
const serialize = createSerializer(compareState);

const empty = load('');

describe('the address of a comparison', () => {
  const states: [string, Partial<CompareState>][] = [
    ['runs by id', { runs: 'abcdefgh,ijklmnop', by: 'run' }],
    ['a sweep with chosen treatments', { sweep: 'abcdefgh', treatments: 'workers=1;workers=2,pool=a b' }],
    ['an experiment with another baseline', { experiment: 'quick-start', baseline: 'workers=4' }],
    ['a view', { sweep: 'abcdefgh', metric: 'http_req_duration', column: 'p99', align: 'clock', log: true }],
    [
      'a phase, bands, and time before it',
      {
        sweep: 'abcdefgh',
        align: 'phase',
        phase: 'load',
        draw: 'bands',
        band: 'interval',
        split: 'shard',
        zoom: { fromMs: -500, toMs: 0 },
      },
    ],
    [
      'a trade-off with stretches of axes',
      {
        sweep: 'abcdefgh',
        tab: 'tradeoffs',
        x: 'cpu range',
        y: 'moves',
        across: 'runs',
        axes: ['a;b', 'c'],
        keep: [
          { axis: 'a~;b c', from: 0.1, to: null },
          { axis: 'p95', from: -1e-7, to: 2 },
        ],
      },
    ],
    [
      'scaling',
      {
        experiment: 'quick-start',
        tab: 'scaling',
        factor: 'qps',
        hold: 'nodes=2;pool=a b',
        per: 'nodes',
        work: 'applications',
        limited: 'include',
      },
    ],
    [
      'hidden lines and a zoom',
      { sweep: 'abcdefgh', hide: ['workers=1', 'a;b, c'], zoom: { fromMs: 0, toMs: 15_000 } },
    ],
    [
      'a balance and a breakdown',
      {
        sweep: 'abcdefgh',
        tab: 'balance',
        over: 'sync',
        balanceOf: 'cpu',
        balanceBy: 'shard',
        combine: 'max',
        pair: ['workers=1', 'workers=2,pool=a'],
        partsBy: 'resource,verb',
        moment: 'instant',
        at: 12.5,
      },
    ],
  ];
  it.each(states)('comes back as it was: %s', (_, state) => {
    const full = { ...empty, ...state };
    expect(load(serialize(full))).toEqual(full);
  });

  it('ignores what it does not know', () => {
    expect(load('?align=moon&zoom=9-3&log=maybe&keep=p95~9~3;~1~;p95')).toEqual(empty);
  });
});

describe('toCompareQuery', () => {
  it('is null without runs', () => expect(toCompareQuery(load('?by=run&metric=x'))).toBeNull());

  it('is what the API accepts', () => {
    const query = toCompareQuery(load('?sweep=abcdefgh&baseline=workers%3D1&metric=vus&zoom=1-2'));
    expect(query).toEqual({ sweep: 'abcdefgh', baseline: 'workers=1', by: 'treatment' });
    const search = new URLSearchParams(toSearch(compareQuerySchema.parse(query)));
    expect(compareQuerySchema.parse(Object.fromEntries(search))).toEqual(query);
  });
});

describe('toScalingSearch', () => {
  it('asks for the same runs without a grouping, and is what the API accepts', () => {
    const state = load(
      '?experiment=a&by=qps&baseline=qps%3D1&factor=qps&hold=nodes%3D2&per=&limited=include',
    );
    const query = toCompareQuery(state);
    if (query === null) throw new Error('it names an experiment');
    const sent = Object.fromEntries(new URLSearchParams(toScalingSearch(query, state)));
    expect(sent).toEqual({ experiment: 'a', limited: 'include', factor: 'qps', hold: 'nodes=2' });
    expect(scalingQuerySchema.safeParse(sent).error).toBeUndefined();
  });
});

describe('withoutGroup', () => {
  const groups = [
    { key: 'workers=1', runs: ['a1', 'a2'] },
    { key: 'workers=2', runs: ['b1'] },
    { key: 'workers=4', runs: ['c1'] },
  ];
  it('keeps the other treatments of a sweep', () => {
    const state = load('?sweep=abcdefgh&baseline=workers%3D1');
    expect(withoutGroup(state, groups, 'workers=2')).toEqual({
      treatments: 'workers=1;workers=4',
      baseline: 'workers=1',
    });
  });

  it('lets go of a baseline that is removed', () => {
    expect(
      withoutGroup(load('?sweep=abcdefgh&baseline=workers%3D1'), groups, 'workers=1').baseline,
    ).toBeNull();
  });

  it('keeps the other runs where groups are no treatments', () => {
    const state = load('?sweep=abcdefgh&by=label.branch');
    expect(withoutGroup(state, groups, 'workers=2')).toEqual({
      runs: 'a1,a2,c1',
      sweep: null,
      experiment: null,
      treatments: null,
      baseline: null,
    });
  });
});

describe('how the tabs are looked at, as a report freezes it', () => {
  it('is nothing but the usual when nothing was chosen', () => {
    expect(toPartChoices(empty)).toEqual(partChoicesSchema.parse({}));
  });

  it('is what stands in the address, and half a choice is none', () => {
    const address = '?factor=qps&x=p95&load=vus&balanceOf=cpu&balanceBy=shard&statistic=max&combine=mean';
    const parts = toPartChoices(load(`${address}&over=sync&partsOf=traffic&moment=instant&at=30`));
    expect(partChoicesSchema.parse(parts)).toEqual({
      scaling: { factor: 'qps' },
      tradeOff: { x: 'p95' },
      objectives: { load: 'vus' },
      balance: { metric: 'cpu', label: 'shard', aggregate: 'max', combination: 'mean', over: 'sync' },
      breakdown: { over: 'sync', moment: 'instant', at: 30, top: 10 },
      latency: { over: 'sync' },
    });
    expect(toPartChoices(load('?moment=instant')).breakdown.moment).toBe('average');
  });
});
