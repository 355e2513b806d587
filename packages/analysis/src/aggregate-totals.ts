import { mergeSketches, type SeriesKind, type Sketch } from '@proofload/series';
import { aggregateSketch } from './aggregate-distributions.ts';
import type { Aggregated } from './aggregated.ts';
import type { SeriesTotals } from './run-data.ts';

type Spans = Readonly<Record<string, { fromMs: number; toMs: number }>>;

/**
 * The aggregate of whole series from their exact totals, without reading a point; null where points are needed.
 * Also the only way for sources that report totals alone (k6 summaries).
 */
export function aggregateTotals(
  series: readonly SeriesTotals[],
  aggregate: string,
  spans: Spans,
): Aggregated | null {
  const [only] = series;
  if (only === undefined) return null;
  const samples = series.reduce((total, { count }) => total + count, 0);
  const reported = series.length === 1 ? only.reported?.quantiles[aggregate] : undefined;
  if (reported !== undefined) return { value: reported, samples, spread: null };
  const sketches = series.flatMap(({ sketch }): Sketch[] => (sketch === null ? [] : [sketch]));
  if (only.kind === 'distribution' && aggregate !== 'rate' && sketches.length === series.length) {
    return aggregateSketch(mergeSketches(sketches), aggregate);
  }
  const sum = series.reduce((total, totals) => total + totals.sum, 0);
  const value = plainTotal(only.kind, series, aggregate, { sum, samples, spans });
  return value === null ? null : { value, samples, spread: null };
}

interface Amounts {
  sum: number;
  samples: number;
  spans: Spans;
}

function plainTotal(
  kind: SeriesKind,
  series: readonly SeriesTotals[],
  aggregate: string,
  { sum, samples, spans }: Amounts,
): number | null {
  if (kind === 'cumulative') return null;
  // A summary may tell the ends of a gauge or trend without the number of its observations.
  if (samples === 0) return isEdge(kind, aggregate) ? edgeTotal(series, aggregate) : null;
  if (aggregate === 'count' && kind !== 'delta') return samples;
  if (kind === 'ratio' && isShare(aggregate)) return sum / samples;
  if (kind === 'gauge')
    return aggregate === 'last' ? newest(series) : simpleTotal(series, aggregate, sum / samples);
  if (aggregate === 'rate') {
    return totalRate(series, spans, (totals) => (kind === 'delta' ? totals.sum : totals.count));
  }
  if (['sum', 'increase', 'count'].includes(aggregate))
    return kind === 'distribution' && aggregate === 'increase' ? null : sum;
  return kind === 'distribution' ? simpleTotal(series, aggregate, sum / samples) : null;
}

function isShare(aggregate: string): boolean {
  return aggregate === 'share' || aggregate === 'rate' || aggregate === 'avg';
}

/** Per second, each origin over the time that it watched. */
function totalRate(
  series: readonly SeriesTotals[],
  spans: Spans,
  amount: (totals: SeriesTotals) => number,
): number | null {
  let rate = 0;
  for (const totals of series) {
    const reported = totals.reported?.rate;
    const span = spans[totals.origin];
    const seconds = span === undefined ? 0 : (span.toMs - span.fromMs) / 1000;
    if (typeof reported !== 'number' && seconds <= 0) return null;
    rate += typeof reported === 'number' ? reported : amount(totals) / seconds;
  }
  return rate;
}

function simpleTotal(series: readonly SeriesTotals[], aggregate: string, average: number): number | null {
  return aggregate === 'avg' ? average : edgeTotal(series, aggregate);
}

function isEdge(kind: SeriesKind, aggregate: string): boolean {
  return (kind === 'gauge' || kind === 'distribution') && ['min', 'max', 'last'].includes(aggregate);
}

function edgeTotal(series: readonly SeriesTotals[], aggregate: string): number | null {
  if (aggregate === 'last') return newest(series);
  const isLeast = aggregate === 'min';
  if (!isLeast && aggregate !== 'max') return null;
  const edges = series.flatMap(({ min, max }) => (isLeast ? min : max) ?? []);
  return edges.reduce<number | null>(
    (best, value) => (best === null || (isLeast ? value < best : value > best) ? value : best),
    null,
  );
}

function newest(series: readonly SeriesTotals[]): number | null {
  return series.reduce((a, b) => ((b.lastMs ?? 0) > (a.lastMs ?? 0) ? b : a)).last;
}
