import type { ComparisonSnapshot } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { readFrozenDefinition } from './provenance';

const source = `
apiVersion: proofload/v1
kind: Experiment
metadata: {name: pool-size}
spec:
  objective: Does a larger pool help?
  factors: [{workers: [1, 2]}]
  baseline: {workers: 1}
  workload: {executor: external}
  measurements:
    p95: {metric: http_req_duration, aggregate: p95, unit: ms, better: lower}
    errors: {metric: 'http_reqs{status="500"}', aggregate: count}
  slos:
    - {name: fast, measurement: p95, objective: "< 120ms"}
`;

const runs = [{ definitionVersion: 3 }];

function snapshot(text: string): ComparisonSnapshot {
  return {
    version: 1,
    series: [],
    metrics: [],
    view: {},
    definitions: [{ experiment: 'pool-size', version: 3, source: text }],
    comparison: { experiment: 'pool-size', runs } as ComparisonSnapshot['comparison'],
  };
}

it('says of each measurement how it was taken', () => {
  const { provenance, treatments, limitSource } = readFrozenDefinition(snapshot(source));
  expect(provenance.p95).toEqual({ expression: 'p95(http_req_duration)', window: 'whole run' });
  expect(provenance.errors?.expression).toBe('count(http_reqs{status="500"})');
  expect(treatments).toEqual(['workers=1', 'workers=2']);
  expect(limitSource?.slos.map(({ name }) => name)).toEqual(['fast']);
});

it('says it by the newest version that evaluated a run', () => {
  const launched = source.replaceAll('aggregate: p95', 'aggregate: p99');
  const both = snapshot(source);
  both.definitions.push({ experiment: 'pool-size', version: 4, source: launched });
  expect(readFrozenDefinition(both).provenance.p95?.expression).toBe('p95(http_req_duration)');
});

it('says nothing about a definition that is not read any more', () => {
  expect(readFrozenDefinition(snapshot('apiVersion: proofload/v9'))).toEqual({
    limitSource: null,
    treatments: [],
    provenance: {},
  });
});
