import { readFileSync } from 'node:fs';
import { expectPlain, expectStorable, fuzz, fuzzTimeoutMs, mutateText, pick } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { parseDefinition } from '../experiment/parse-definition.ts';
import { expandTreatments, substitute } from '../experiment/treatments.ts';

const quickStart = readFileSync(
  new URL('../../../../studies/quick-start/experiment.yaml', import.meta.url),
  'utf8',
);
const full = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: qps-burst, labels: {team: platform}}
spec:
  objective: How client QPS and burst change the sync duration
  factors:
    - pair: {qps: [50, 100], burst: [100, 200]}
    - mode: [a, true, 1.5]
  baseline: {qps: 50, burst: 100, mode: a}
  replicates: 3
  workload:
    executor: k6
    with: {qps: "\${qps}", list: &l [1, {a: "x\${burst}"}], again: *l}
    timeout: 30m
    prepare: {command: set, args: [--qps, "\${qps}", 1.5, true], env: {BURST: "\${burst}"}, timeout: 1m}
    stall: {metric: 'info{status="Synced"}', unchangedFor: 5m}
  sources:
    - prometheus: {url: http://prom:9090/x, queries: {rate: 'sum(rate(x[1m]))'}, step: 5s}
    - scrape: {url: "http://x/\${mode}", every: 1s, keep: ["go_*"]}
  windows:
    sync: {start: 'depth{name="x"} > 0', end: 'sum(info{status!="Synced"}) == 0'}
    steady: {phase: load, skipFirst: 10s, skipLast: 5s}
  measurements:
    took: {duration: sync, unit: s, better: lower}
    p95: {metric: 'http_req_duration{a=~"t.*"}', aggregate: p95, over: steady, unit: ms, balance: shard}
  slos:
    - {name: fast, measurement: p95, objective: "< 120ms", step: 5s}
  goals:
    - {measurement: took, target: "<= 0.5x"}
`;
const small =
  'apiVersion: proofload/v1\nkind: Experiment\nmetadata: {name: a}\nspec:\n  objective: x\n  factors: [{n: [1, 2]}]\n  workload: {executor: k6, with: {a: 1}}\n  windows: {w: {}}\n  measurements: {m: {duration: w, unit: s}}\n';
const originals = [full, full, small, quickStart];
const json = JSON.stringify({
  apiVersion: 'proofload/v1',
  kind: 'Experiment',
  metadata: { name: 'a' },
  spec: {},
});
const odd = [
  '%YAML 1.1\n---\n',
  '!!binary AAAA',
  '!!timestamp 2001-12-14',
  '!!set {a: }',
  '!!omap [a: 1]',
  '.nan',
  '.inf',
  '0x7fffffffffffffff',
  '&a [*a]',
  '*l',
  '? [a, b]',
  '<<: *l',
  '0s',
  '0.0001ms',
  '9'.repeat(60),
];

/** JSON has one zero, and so have definitions. */
function withoutMinus(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(withoutMinus);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMinus(item)]));
}

it('refuses or reads damaged definitions', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 41, rounds: 450 }, (random) => {
    const others = [...originals, json, pick(random, odd), pick(random, odd)];
    const { definition, errors, warnings } = parseDefinition(
      mutateText(random, pick(random, originals), others),
    );
    expect(definition === null).toBe(errors.length > 0);
    expectPlain(warnings);
    for (const { field, message, line } of errors) {
      expect([field.length > 0, message.length > 0]).toEqual([true, true]);
      expect([field.length, message.length].every((length) => length <= 2000)).toBe(true);
      expect(line === undefined || line >= 1).toBe(true);
    }
    if (definition === null) return;
    read += 1;
    expectStorable(definition);
    // Definitions are stored and sent as JSON.
    expect(JSON.parse(JSON.stringify(definition))).toEqual(withoutMinus(definition));
    const waits = [definition.workload.timeoutMs, ...definition.slos.map(({ stepMs }) => stepMs ?? 1)];
    const steps = definition.sources.map((source) =>
      source.kind === 'scrape' ? source.everyMs : source.stepMs,
    );
    expect(Math.min(...waits, ...steps)).toBeGreaterThanOrEqual(1);
    for (const { params } of expandTreatments(definition)) substitute(definition.workload.with, params);
  });
  expect(read).toBeGreaterThan(0);
});
