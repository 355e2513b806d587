import type { MetricLabels } from '@proofload/db';
import type { ExperimentDefinition } from '@proofload/domain';

export interface LabelledMetric {
  metric: string;
  label: string;
}

/** What load is spread over, by the words that labels are made of. */
const entityWords = [
  'shard',
  'pod',
  'node',
  'instance',
  'worker',
  'replica',
  'partition',
  'broker',
  'host',
  'container',
];
/** What a whole is made of. */
const partWords = ['resource', 'verb', 'operation', 'method', 'code', 'status', 'kind', ...entityWords];
/** What a request asks for. */
const requestWords = ['verb', 'endpoint', 'name', 'url', 'path', 'route', 'resource', 'operation', 'method'];

/** A label of this many values is worth looking at, and no more can be shown. */
const fewestValues = 2;
export const mostValues = 500;

/** The metric that a definition balances, else the first with a label that looks like an entity. */
export function chooseBalance(
  metrics: readonly MetricLabels[],
  definition: Pick<ExperimentDefinition, 'measurements'> | null,
): LabelledMetric | null {
  for (const { of, balance } of Object.values(definition?.measurements ?? {})) {
    if (of.kind !== 'metric' || balance === null) continue;
    const found = metrics.find(({ metric }) => metric === of.metric);
    if (found?.labels.some(({ name, values }) => name === balance && values <= mostValues))
      return { metric: of.metric, label: balance };
  }
  return chooseByWords(metrics, entityWords);
}

export function chooseBreakdown(metrics: readonly MetricLabels[]): LabelledMetric | null {
  const added = metrics.filter(({ kind }) => kind !== 'distribution');
  return chooseByWords(added, partWords) ?? chooseByWords(metrics, partWords);
}

export function chooseLatency(metrics: readonly MetricLabels[]): LabelledMetric | null {
  const observed = metrics.filter((one) => one.kind === 'distribution' || isBuckets(one));
  const timed = observed.filter(({ metric }) => /duration|latency|seconds/.test(metric));
  return chooseByWords(timed, requestWords) ?? chooseByWords(observed, requestWords);
}

/** Counters by upper bounds: a histogram as Prometheus has it without native ones. */
const isBuckets = ({ kind, labels }: MetricLabels): boolean =>
  kind === 'cumulative' && labels.some(({ name }) => name === 'le');

/** The first metric that has a label of the first word, else of the second, ... */
function chooseByWords(metrics: readonly MetricLabels[], words: readonly string[]): LabelledMetric | null {
  for (const word of words) {
    for (const { metric, labels } of metrics) {
      const found = labels.find(
        ({ name, values }) =>
          values >= fewestValues &&
          values <= mostValues &&
          name
            .toLowerCase()
            .split(/[_.\-/]/)
            .includes(word),
      );
      if (found) return { metric, label: found.name };
    }
  }
  return null;
}
