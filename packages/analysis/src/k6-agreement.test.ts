import { createReadStream, readFileSync } from 'node:fs';
import { requireDefinition } from '@proofload/domain';
import { Rollup } from '@proofload/series';
import { decodeK6, emptyProgress } from '@proofload/sources';
import { beforeAll, expect, it } from 'vitest';
import { evaluateRun, type RunEvaluation } from './evaluate-run.ts';
import { openRollup } from './fixtures/recorded-run.ts';

const recorded = new URL('../../sources/src/k6/fixtures/', import.meta.url);
const summary = JSON.parse(readFileSync(new URL('summary-export.json', recorded), 'utf8')) as {
  metrics: Record<string, Record<string, number>>;
};

const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: agreement}
spec:
  objective: Are the numbers those of k6?
  workload: {executor: external}
  measurements:
    requests: {metric: http_reqs, aggregate: count}
    throughput: {metric: http_reqs, aggregate: rate, unit: requests/s}
    iterations: {metric: iterations, aggregate: count}
    sent: {metric: data_sent, aggregate: sum, unit: bytes}
    failed: {metric: http_req_failed, aggregate: rate}
    avg: {metric: http_req_duration, aggregate: avg, unit: ms}
    min: {metric: http_req_duration, aggregate: min, unit: ms}
    max: {metric: http_req_duration, aggregate: max, unit: ms}
    p90: {metric: http_req_duration, aggregate: p90, unit: ms}
    p95: {metric: http_req_duration, aggregate: p95, unit: ms}
    p99: {metric: http_req_duration, aggregate: p99, unit: ms}
    vus: {metric: vus, aggregate: max}
`);

let evaluation: RunEvaluation;

/** A real run of k6, recorded as NDJSON and as k6's own summary. */
beforeAll(async () => {
  const rollup = new Rollup({
    maxSeries: 10_000,
    maxOpenPoints: 1e7,
    chunkPoints: 1e7,
    gaugeResolutionMs: 1000,
  });
  const sink = {
    series: (identity: Parameters<Rollup['series']>[0]) => rollup.series(identity),
    add: (ref: number, timeMs: number, value: number) => rollup.add(ref, timeMs, value),
    addSketch: rollup.addSketch.bind(rollup),
    addCounted: rollup.addCounted.bind(rollup),
    drain: () => Promise.resolve(),
  };
  await decodeK6(createReadStream(new URL('small.ndjson.gz', recorded)), sink, emptyProgress());
  const stored = rollup.entries.map(({ identity, totals }, seriesId) => ({
    seriesId,
    origin: 'k6:default',
    ...identity,
    ...totals,
    reported: null,
  }));
  const facts = { startedAtMs: null, finishedAtMs: null, phases: [], outcome: null };
  evaluation = await evaluateRun(definition, facts, openRollup(rollup, stored));
});

it.each([
  ['requests', 'http_reqs', 'count', 0],
  ['iterations', 'iterations', 'count', 0],
  ['sent', 'data_sent', 'count', 0],
  ['vus', 'vus', 'max', 0],
  ['failed', 'http_req_failed', 'value', 1e-12],
  ['min', 'http_req_duration', 'min', 0],
  ['max', 'http_req_duration', 'max', 0],
  ['avg', 'http_req_duration', 'avg', 1e-12],
  ['p90', 'http_req_duration', 'p(90)', 0.01],
  ['p95', 'http_req_duration', 'p(95)', 0.01],
  ['p99', 'http_req_duration', 'p(99)', 0.01],
  // k6 divides by the length of the test, which is a little longer than what was seen.
  ['throughput', 'http_reqs', 'rate', 0.001],
] as const)('%s agrees with the %s of k6, its %s', (name, metric, value, tolerance) => {
  const expected = summary.metrics[metric]?.[value] ?? Number.NaN;
  const found = evaluation.measurements[name]?.value ?? Number.NaN;
  expect(Math.abs(found / expected - 1)).toBeLessThanOrEqual(tolerance);
});
