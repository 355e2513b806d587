import { type ExperimentDefinition, parseDefinition } from '@proofload/domain';

const source = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: default}
spec:
  objective: What k6 measures of every run
  workload: {executor: external}
  measurements:
    requests: {metric: http_reqs, aggregate: increase, unit: requests}
    throughput: {metric: http_reqs, aggregate: rate, unit: requests/s, better: higher}
    avg: {metric: http_req_duration, aggregate: avg, unit: ms, better: lower}
    p95: {metric: http_req_duration, aggregate: p95, unit: ms, better: lower}
    p99: {metric: http_req_duration, aggregate: p99, unit: ms, better: lower}
    failures: {metric: http_req_failed, aggregate: share, unit: "%", better: lower}
    iterations: {metric: iterations, aggregate: increase, unit: iterations}
`;

/** What is measured of a run that belongs to no experiment, as far as it has the data. */
export function defaultDefinition(): ExperimentDefinition {
  const { definition, errors } = parseDefinition(source);
  if (!definition) throw new Error(`The default definition is broken: ${JSON.stringify(errors)}`);
  return definition;
}
