import { requireDefinition } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { evaluateRun } from './evaluate-run.ts';
import { measureSteps } from './find-breaches.ts';
import { every, recordRun, startMs } from './fixtures/recorded-run.ts';
import { measureMetric, prepareMetric } from './measure-metric.ts';
import { readMeters } from './meter.ts';
import { stepParts } from './metric-parts.ts';
import type { RunFacts } from './resolve-window.ts';
import { summariseSeries } from './summarise-series.ts';
import { makeRange } from './time-range.ts';

/** A sample and an event on every second border from 0 to 60 s. */
const data = recordRun([
  { series: 'depth', kind: 'gauge', samples: every(1000, 60_000, (at) => at / 1000) },
  { series: 'synced_total', kind: 'cumulative', samples: every(1000, 60_000, (at) => at / 500) },
  { series: 'requests', kind: 'delta', samples: every(1000, 60_000, () => 1) },
]);
const facts: RunFacts = {
  startedAtMs: startMs,
  finishedAtMs: startMs + 60_000,
  phases: [
    { name: 'ramp', startMs, endMs: startMs + 20_000 },
    { name: 'steady', startMs: startMs + 20_000, endMs: startMs + 60_000 },
  ],
  outcome: 'completed',
};

/** The value of a metric over each of two windows that follow one another, and over the whole run. */
async function measureBoth(of: string): Promise<(number | null | undefined)[]> {
  const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: borders}
spec:
  objective: To whom does a border belong?
  workload: {executor: external}
  windows:
    ramp: {phase: ramp}
    steady: {phase: steady}
    filling: {start: depth >= 0, end: depth >= 20}
  measurements:
    ramp: {${of}, over: ramp}
    steady: {${of}, over: steady}
    filling: {${of}, over: filling}
    whole: {${of}}
`);
  const { measurements } = await evaluateRun(definition, facts, data);
  return ['ramp', 'steady', 'whole', 'filling'].map((name) => measurements[name]?.value);
}

describe('what was seen on the border of two windows', () => {
  it('belongs to the later one, and that at the end of the run to the last', async () => {
    expect(await measureBoth('metric: depth, aggregate: count')).toEqual([20, 41, 61, 21]);
    expect(await measureBoth('metric: depth, aggregate: max')).toEqual([19, 60, 60, 20]);
    expect(await measureBoth('metric: requests, aggregate: count')).toEqual([20, 41, 61, 20]);
  });

  it('ends the growth of a counter in one and begins it in the other, so that parts add up', async () => {
    expect(await measureBoth('metric: synced_total, aggregate: increase')).toEqual([40, 80, 120, 40]);
  });
});

describe('what was seen on the border of two steps', () => {
  const open = async (metric: string, aggregate: string) => {
    const of = { kind: 'metric' as const, metric, selector: '', aggregate };
    const definition = { of, over: null, balance: null, unit: null, better: 'none' as const };
    const prepared = await prepareMetric(definition, null, data);
    if ('note' in prepared || prepared.range === null) throw new Error('There is nothing to measure');
    const [steps, whole] = [
      measureSteps({ ...prepared, range: prepared.range }, 10_000),
      measureMetric(prepared),
    ];
    await readMeters([steps, whole], prepared.totals, prepared.range, data);
    return { steps: steps.steps().map(({ value }) => value), whole: whole.result().value };
  };

  it('belongs to the later one, and that at the end to the last', async () => {
    const { steps, whole } = await open('depth', 'count');
    expect(steps).toEqual([10, 10, 10, 10, 10, 11]);
    expect(whole).toBe(61);
    expect((await open('depth', 'max')).steps).toEqual([9, 19, 29, 39, 49, 60]);
  });

  it('is where the growth of a counter goes on', async () => {
    expect((await open('synced_total', 'rate')).steps).toEqual([2, 2, 2, 2, 2, 2]);
    expect((await open('synced_total', 'increase')).steps).toEqual([20, 20, 20, 20, 20, 20]);
  });

  it('is counted once over the steps of a heat map', async () => {
    const step = async (metric: string, aggregate: string) => {
      const question = { metric, selector: '', aggregate, labels: [], isSum: false };
      const found = await stepParts(question, { name: null, range: null }, 6, data);
      if ('note' in found) throw new Error(found.note);
      return found.parts[0]?.values;
    };
    expect(await step('depth', 'count')).toEqual([10, 10, 10, 10, 10, 11]);
    expect(await step('requests', 'count')).toEqual([10, 10, 10, 10, 10, 11]);
    expect(await step('synced_total', 'increase')).toEqual([20, 20, 20, 20, 20, 20]);
  });
});

describe('figures of a stretch', () => {
  const count = async (fromMs: number, toMs: number, isLast: boolean) => {
    const read = async (metric: string) => {
      const atEnd = isLast ? 'all' : 'nothing';
      const range = makeRange(startMs + fromMs, startMs + toMs, { start: true, end: true, atEnd });
      const [group] = await summariseSeries(
        { metric, matchers: [] },
        { by: null, aggregates: ['count'] },
        range,
        data,
      );
      return group?.figures.count?.value;
    };
    return [await read('depth'), await read('requests')];
  };

  it('hold its begin and not its end, but for the last of all', async () => {
    expect(await count(0, 30_000, false)).toEqual([30, 30]);
    expect(await count(30_000, 60_000, false)).toEqual([30, 30]);
    expect(await count(30_000, 60_000, true)).toEqual([31, 31]);
    expect(await count(0, 60_000, true)).toEqual([61, 61]);
  });
});
