import type { MetricList } from '@proofload/contracts';

type Metric = MetricList['metrics'][number];

/** Labels by which the lines of a metric can be kept apart, in any of the runs. */
export function splitLabels(metrics: readonly Metric[], metric: Metric | null): string[] {
  const same = metrics.filter((other) => other.metric === metric?.metric);
  return [...new Set(same.flatMap(({ labelNames }) => labelNames))].sort();
}
