import { annotations } from './annotations.ts';
import { listStages } from './stages.ts';

const apiVersion = 'kwok.x-k8s.io/v1alpha1';

/** kwok's configuration file: stages, reported usage and logs. @param logPath the log of every played container */
export function makeKwokConfig(logPath: string): string {
  const logs = { logs: [{ logsFile: logPath, follow: false }] };
  const documents = [
    ...listStages(),
    { apiVersion, kind: 'ClusterResourceUsage', metadata: { name: 'usage' }, spec: { usages: [{ usage }] } },
    { apiVersion, kind: 'Metric', metadata: { name: 'node-resource' }, spec: nodeMetrics },
    { apiVersion, kind: 'ClusterLogs', metadata: { name: 'logs' }, spec: logs },
  ];
  return documents.map((each) => `${JSON.stringify(each)}\n`).join('---\n');
}

/** What a played container says, as container runtimes write it. */
export const playedLog = ['starting', 'phase: load', 'requests=200 p95_ms=12.5', 'done']
  .map((line, index) => `2026-01-01T00:00:0${index}.000000000Z stdout F ${line}\n`)
  .join('');

const usageOf = (name: string, fallback: string) => ({
  expression: `"${name}" in pod.metadata.annotations ? Quantity(pod.metadata.annotations["${name}"]) : Quantity("${fallback}")`,
});
const usage = { cpu: usageOf(annotations.cpu, '25m'), memory: usageOf(annotations.memory, '32Mi') };

const ofNode = { dimension: 'node', help: 'Played' };
const ofContainer = {
  dimension: 'container',
  help: 'Played',
  labels: [
    { name: 'container', value: 'container.name' },
    { name: 'namespace', value: 'pod.metadata.namespace' },
    { name: 'pod', value: 'pod.metadata.name' },
  ],
};

/** What a kubelet serves at `/metrics/resource`. */
const nodeMetrics = {
  path: '/metrics/nodes/{nodeName}/metrics/resource',
  metrics: [
    { name: 'scrape_error', kind: 'gauge', ...ofNode, value: '0' },
    {
      name: 'node_cpu_usage_seconds_total',
      kind: 'counter',
      ...ofNode,
      value: 'node.CumulativeUsage("cpu")',
    },
    { name: 'node_memory_working_set_bytes', kind: 'gauge', ...ofNode, value: 'node.Usage("memory")' },
    {
      name: 'container_cpu_usage_seconds_total',
      kind: 'counter',
      ...ofContainer,
      value: 'pod.CumulativeUsage("cpu", container.name)',
    },
    {
      name: 'container_memory_working_set_bytes',
      kind: 'gauge',
      ...ofContainer,
      value: 'pod.Usage("memory", container.name)',
    },
    { name: 'container_start_time_seconds', kind: 'gauge', ...ofContainer, value: 'pod.SinceSecond()' },
  ],
};
