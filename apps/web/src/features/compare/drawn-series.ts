import { columnsOf, defaultColumn } from '@proofload/charts';
import type { Comparison, MetricList } from '@proofload/contracts';
import { orderMetrics } from '../series/choose-metrics';
import { pointsForLines } from '../series/series-queries';
import type { FigureView } from './figure-view';
import { splitLabels } from './split-labels';

type Metric = MetricList['metrics'][number];

/** Runs whose samples are drawn; more lines than that tell nothing. */
const maxDrawnRuns = 50;
/** Lines that an answer has of a run at most. */
const mostLines = 50;

export interface DrawnRuns {
  ids: string[];
  isLive: boolean;
  /** How many have samples, and how many had. */
  kept: number;
  expired: number;
}

/** The runs of a comparison that figures over time show. */
export function findDrawnRuns({ runs }: Pick<Comparison, 'runs'>): DrawnRuns {
  const kept = runs.filter((run) => !run.samplesExpiredAt);
  const drawn = kept.slice(0, maxDrawnRuns);
  return {
    ids: drawn.map(({ id }) => id),
    isLive: drawn.some(({ status }) => status !== 'finished'),
    kept: kept.length,
    expired: runs.length - kept.length,
  };
}

/** What the figure over time asks of each run. */
export interface DrawnSeries {
  metric: string;
  column: string;
  by: string | null;
  points: number;
}

export interface SeriesChoice {
  /** What can be drawn, in the order in which it is offered. */
  ordered: Metric[];
  metric: Metric;
  asked: DrawnSeries;
}

/** What is drawn over time: what the address says, or else what is looked at first. @returns null when there is nothing */
export function chooseSeries(
  metrics: readonly Metric[],
  view: Pick<FigureView, 'metric' | 'column' | 'split'>,
  runs: number,
): SeriesChoice | null {
  const ordered = orderMetrics(metrics);
  const metric = ordered.find((entry) => entry.metric === view.metric) ?? ordered[0];
  if (!metric) return null;
  const column = columnsOf(metric.kind).find((name) => name === view.column) ?? defaultColumn(metric.kind);
  const by = splitLabels(ordered, metric).includes(view.split ?? '') ? view.split : null;
  const points = pointsForLines(runs * linesOfRun(metric, view));
  return { ordered, metric, asked: { metric: metric.metric, column, by, points } };
}

/** How many lines a run has of a metric, about: levels are kept apart, others are put together unless told otherwise. */
function linesOfRun({ kind, series }: Metric, { split }: Pick<FigureView, 'split'>): number {
  const isApart = kind === 'gauge' || kind === 'cumulative' || split !== null;
  return isApart ? Math.min(mostLines, series) : 1;
}
