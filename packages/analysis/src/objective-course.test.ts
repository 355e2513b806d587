import { requireDefinition } from '@proofload/domain';
import { expect, it } from 'vitest';
import { every, recordRun, startMs } from './fixtures/recorded-run.ts';
import { readLoad } from './load-course.ts';
import { describeObjectives } from './objective-course.ts';
import type { RunFacts } from './resolve-window.ts';

const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: ramp}
spec:
  objective: From which load on is it slow?
  workload: {executor: external}
  measurements:
    p95: {metric: latency, aggregate: max, unit: ms}
    told: {reported: true, unit: ms}
    absent: {metric: nothing, aggregate: avg}
  slos:
    - {name: fast, measurement: p95, objective: "< 120ms", step: 1s, target: 90%}
    - {name: told, measurement: told, objective: "< 120ms"}
    - {name: absent, measurement: absent, objective: "< 1"}
`);

const facts: RunFacts = {
  startedAtMs: startMs,
  finishedAtMs: startMs + 40_000,
  phases: [
    { name: 'warm', startMs, endMs: startMs + 20_000 },
    { name: 'ramp', startMs: startMs + 20_000, endMs: startMs + 40_000 },
  ],
  outcome: 'completed',
};
/** Four times the load from 20 s on; slow from 30 to 38 s. */
const data = recordRun([
  { series: 'vus', kind: 'gauge', samples: every(1000, 40_000, (at) => (at < 20_000 ? 10 : 40), 500) },
  {
    series: 'latency',
    kind: 'gauge',
    unit: 'ms',
    samples: every(1000, 40_000, (at) => (at >= 30_000 && at < 38_000 ? 300 : 100), 500),
  },
]);

it('tells how an objective held over time, by phase, and from which load on it did not', async () => {
  const load = await readLoad('vus', data);
  expect(load?.mean).toBeCloseTo(25, 0);
  const [fast, told, absent] = await describeObjectives({
    definition,
    facts,
    data,
    originMs: startMs,
    load: load?.steps ?? [],
    baselineLoad: 10,
  });
  expect(fast?.breaches).toEqual([{ fromMs: 30_000, toMs: 38_000, worst: 300 }]);
  expect(fast?.statistics).toMatchObject({
    breachedMs: 8000,
    longest: { fromMs: 30_000, toMs: 38_000 },
    first: { atMs: 30_000, load: 40, loadMultiple: 4 },
  });
  expect(fast?.statistics?.breachedShare).toBeCloseTo(0.2, 1);
  expect(fast?.statistics?.budget?.burned).toBeCloseTo(2, 0);
  expect(fast?.phases).toMatchObject([
    { phase: 'warm', met: true, value: 100 },
    { phase: 'ramp', met: false, value: 300 },
  ]);
  expect(told?.note).toContain('was reported');
  expect(absent?.note).toContain('has no data of nothing');
});

it('has no load by a metric that nobody recorded', async () => {
  expect(await readLoad('users', data)).toBeNull();
});
