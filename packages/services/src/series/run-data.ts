import type { PointSeries, RunData, SeriesPoints, SeriesTotals } from '@proofload/analysis';
import type { SampleStore, StoredSeries } from '@proofload/db';
import { bucketMs, mergeSketches, type Points, Sketch } from '@proofload/series';

/** Samples before a window that still tell the level at its start; older ones do not. */
const lookBackMs = 5 * 60_000;

/** A run's stored data, as analysis asks for it. Nothing is kept between calls. */
export function openRunData(samples: SampleStore, runKey: bigint): RunData {
  return {
    totals: async (selector) => (await samples.listSeries(runKey, selector)).map(toTotals),
    points: async (selector, fromMs, toMs) => {
      const series = await samples.listSeries(runKey, selector);
      const isSampled = ({ kind }: StoredSeries): boolean => kind === 'gauge' || kind === 'cumulative';
      const bucketed = series.filter((one) => !isSampled(one));
      const sampled = series.filter(isSampled);
      const [buckets, levels] = await Promise.all([
        samples.readPoints(runKey, bucketed, fromMs - bucketMs, toMs),
        samples.readPoints(runKey, sampled, fromMs - lookBackMs, toMs),
      ]);
      return [
        ...bucketed.map((one) => toPointSeries(one, buckets.get(one.seriesId))),
        ...sampled.map((one) => toPointSeries(one, keepOneBefore(levels.get(one.seriesId), fromMs))),
      ].filter((one) => one !== null);
    },
    spans: () => samples.readSpans(runKey),
    mergeSketches: (sketches) => {
      if (sketches.length === 0) throw new Error('There are no sketches to merge');
      return mergeSketches(sketches.filter((sketch) => sketch instanceof Sketch));
    },
  };
}

function toTotals(series: StoredSeries): SeriesTotals {
  const { metric, unit, labels, origin, kind, count, sum, min, max, last, sketch, reported, firstMs, lastMs } = series;
  return {
    ...{ metric, unit, labels, origin, kind, count, sum, min, max, last, sketch, firstMs, lastMs },
    quantiles: reported?.quantiles ?? {},
    rate: reported?.rate ?? null,
  };
}

function toPointSeries({ metric, unit, labels, origin }: StoredSeries, points: Points | undefined): PointSeries | null {
  return points === undefined || points.times.length === 0 ? null : { metric, unit, labels, origin, points: withBucket(points) };
}

function withBucket(points: Points): SeriesPoints {
  switch (points.kind) {
    case 'delta':
    case 'ratio':
    case 'distribution':
      return { ...points, bucketMs };
    default:
      return points;
  }
}

/** Of the samples before a time only the last. */
function keepOneBefore(points: Points | undefined, fromMs: number): Points | undefined {
  if (points === undefined || (points.kind !== 'gauge' && points.kind !== 'cumulative')) return points;
  const first = points.times.findIndex((time) => time >= fromMs);
  const start = Math.max(0, (first < 0 ? points.times.length : first) - 1);
  return { kind: points.kind, times: points.times.slice(start), values: points.values.slice(start) };
}
