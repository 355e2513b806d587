import { experimentSchema } from '@proofload/contracts';
import { requireDefinition } from '@proofload/domain';
import { expect, it } from 'vitest';
import { toLimitSource } from './limit-source.ts';

it('reads every kind of measurement that a definition may have', () => {
  const { definition } = requireDefinition(`apiVersion: proofload/v1
kind: Experiment
metadata: {name: kinds}
spec:
  objective: Which kinds there are
  workload: {executor: external}
  windows: {steady: {skipFirst: 5s}}
  measurements:
    p95: {metric: http_req_duration, aggregate: p95, over: steady}
    length: {duration: steady}
    told: {reported: true, unit: s}
  slos: [{name: short, measurement: told, objective: "< 5s"}]
`);
  const answered = experimentSchema.shape.definition.parse(JSON.parse(JSON.stringify(definition)));
  const found = toLimitSource({ definition: answered });
  expect(Object.values(found?.measurements ?? {}).map(({ of }) => of.kind)).toEqual([
    'metric',
    'duration',
    'reported',
  ]);
});
