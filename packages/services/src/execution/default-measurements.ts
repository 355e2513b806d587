import { type ExperimentDefinition, parseDefinition } from '@proofload/domain';

const source = `apiVersion: proofload/v1
kind: Experiment
metadata: {name: default}
spec:
  objective: What load generators tell of every run
  workload: {executor: external}
  measurements:
    requests: {metric: http_reqs, aggregate: increase, unit: requests}
    throughput: {metric: http_reqs, aggregate: rate, unit: requests/s, better: higher}
    avg: {metric: http_req_duration, aggregate: avg, unit: ms, better: lower}
    p95: {metric: http_req_duration, aggregate: p95, unit: ms, better: lower}
    p99: {metric: http_req_duration, aggregate: p99, unit: ms, better: lower}
    failures: {metric: http_req_failed, aggregate: share, unit: "%", better: lower}
    iterations: {metric: iterations, aggregate: increase, unit: iterations}
    iperf3_throughput: {metric: iperf3_sum_received_bits_per_second, aggregate: last, unit: bit/s, better: higher}
    iperf3_retransmits: {metric: iperf3_sum_sent_retransmits, aggregate: increase, better: lower}
    iperf3_lost: {metric: iperf3_sum_received_lost_percent, aggregate: last, unit: "%", better: lower}
    iperf3_jitter: {metric: iperf3_sum_received_jitter_ms, aggregate: last, unit: ms, better: lower}
    pod_ready_p50: {metric: podLatency_podReadyLatency, aggregate: p50, unit: ms, better: lower}
    pod_ready_p99: {metric: podLatency_podReadyLatency, aggregate: p99, unit: ms, better: lower}
`;

/** What is measured of a run that belongs to no experiment, as far as it has the data. */
export function defaultDefinition(): ExperimentDefinition {
  const { definition, errors } = parseDefinition(source);
  if (!definition) throw new Error(`The default definition is broken: ${JSON.stringify(errors)}`);
  return definition;
}
