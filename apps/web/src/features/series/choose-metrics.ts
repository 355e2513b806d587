import type { MetricList } from '@proofload/contracts';

type Metric = MetricList['metrics'][number];

/** What a reader of a load test looks at first, in this order. */
const first = [
  'http_reqs',
  'http_req_duration',
  'http_req_failed',
  'vus',
  'iperf3_bits_per_second',
  'iperf3_retransmits',
  'iperf3_lost_packets',
  'iperf3_jitter_ms',
  'iperf3_stream_rtt',
  'podLatency_podReadyLatency',
];
/** Figures that are drawn when nothing is chosen. */
const maxDefault = 6;

/** All metrics once, those that are looked at first before others, then by source and name. */
export function orderMetrics(metrics: readonly Metric[]): Metric[] {
  const byName = new Map<string, Metric>();
  for (const metric of metrics) if (!byName.has(metric.metric)) byName.set(metric.metric, metric);
  const rank = ({ metric }: Metric): number =>
    first.includes(metric) ? first.indexOf(metric) : first.length;
  // k6's other metrics are details of a request; what was scraped beside it says more.
  const side = ({ source }: Metric): number => (source === 'k6' ? 1 : 0);
  return [...byName.values()].sort(
    (a, b) => rank(a) - rank(b) || side(a) - side(b) || (a.metric < b.metric ? -1 : 1),
  );
}

/** The metrics that are drawn when the reader has chosen none. */
export function defaultMetrics(ordered: readonly Metric[]): string[] {
  return ordered
    .filter(({ metric, source }) => source !== 'k6' || first.includes(metric))
    .slice(0, maxDefault)
    .map(({ metric }) => metric);
}

/** The metrics of a run that have something to draw over time, and those of them that are drawn. @param wanted null: the usual ones */
export function drawableMetrics(
  metrics: readonly Metric[],
  wanted: readonly string[] | null,
): { ordered: Metric[]; chosen: readonly string[]; drawn: Metric[] } {
  // What was only reported over the whole run has nothing to draw.
  const ordered = orderMetrics(metrics.filter(({ isReported }) => !isReported));
  const chosen = wanted ?? defaultMetrics(ordered);
  return { ordered, chosen, drawn: ordered.filter(({ metric }) => chosen.includes(metric)) };
}

/** Metrics that are listed at once; a list of thousands is searched and not read. */
const maxListed = 100;

/** Metrics whose name has all words of a search. @param first names that come before the others */
export function findMetrics<T extends Pick<Metric, 'metric'>>(
  metrics: readonly T[],
  search: string,
  first: readonly string[] = [],
): { shown: T[]; found: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = metrics.filter(({ metric }) => {
    const name = metric.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const wanted = new Set(first);
  const ordered = [
    ...found.filter(({ metric }) => wanted.has(metric)),
    ...found.filter(({ metric }) => !wanted.has(metric)),
  ];
  return { shown: ordered.slice(0, maxListed), found: found.length };
}
