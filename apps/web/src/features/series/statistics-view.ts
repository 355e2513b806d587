import type { MetricList, Run, SeriesStatistics } from '@proofload/contracts';
import type { Zoom } from '@/components/chart/chart-zoom';

type Metric = MetricList['metrics'][number];
type Kind = Metric['kind'];

/** The aggregates that say most about a kind of metric; others are not defined for it. */
export const aggregatesOf: Readonly<Record<Kind, readonly string[]>> = {
  delta: ['count', 'rate'],
  cumulative: ['increase', 'rate', 'count'],
  gauge: ['count', 'avg', 'min', 'max', 'p50', 'p95', 'p99', 'last'],
  ratio: ['share', 'sum', 'count'],
  distribution: ['count', 'avg', 'min', 'max', 'p50', 'p95', 'p99', 'p99.9'],
};

const names: Readonly<Record<string, string>> = {
  avg: 'Average',
  min: 'Least',
  max: 'Greatest',
  p50: 'Median',
  last: 'Last',
  rate: 'Rate',
  share: 'Share',
  increase: 'Increase',
};

/** How an aggregate is named above its column. Counters count something, the others have observations. */
export function nameAggregate(aggregate: string, kind: Kind): string {
  if (aggregate === 'count') return kind === 'delta' ? 'Count' : 'Samples';
  if (aggregate === 'sum') return 'Yes';
  return names[aggregate] ?? aggregate;
}

/** What is asked about a metric: over which stretch, and what is kept apart. */
export interface StatisticsChoice {
  /** A phase of the run; null for what the figure shows. */
  phase: string | null;
  /** A label, `*` for every series by itself, null for all series together. */
  by: string | null;
}

/**
 * The query of `/statistics`.
 * @param zoom the stretch that the figure shows, in milliseconds after `originMs`; null for the whole run
 */
export function askStatistics(
  { metric, kind }: Pick<Metric, 'metric' | 'kind'>,
  { phase, by }: StatisticsChoice,
  zoom: Zoom | null,
  originMs: number,
): Record<string, string> {
  const at = (ms: number): string => new Date(originMs + ms).toISOString();
  return {
    metric,
    aggregates: aggregatesOf[kind].join(','),
    ...(by === null ? {} : { by }),
    ...(phase === null ? zoom && { from: at(zoom.fromMs), to: at(zoom.toMs) } : { phase }),
  };
}

/** Names of phases, each once: a name that stands for two stretches means the first of them. */
export const phaseNames = ({ phases }: Pick<Run, 'phases'>): string[] => [
  ...new Set(phases.map(({ name }) => name)),
];

/** Rows of the table, the largest value of the first column on top. */
export function orderGroups(groups: SeriesStatistics['groups'], kind: Kind): SeriesStatistics['groups'] {
  const [first = ''] = kind === 'gauge' ? ['max'] : aggregatesOf[kind];
  const firstOf = (group: SeriesStatistics['groups'][number]): number =>
    group.figures[first]?.value ?? Number.NEGATIVE_INFINITY;
  return [...groups].sort((a, b) => firstOf(b) - firstOf(a));
}
