import type { StoredSeries } from '@proofload/db';
import {
  type Buckets,
  bucketize,
  coarsen,
  type Grid,
  mergeBuckets,
  mergePoints,
  type Overview,
  type Points,
  type SeriesKind,
} from '@proofload/series';

/** What was read of series, by their id: an overview or points. */
export interface SeriesData {
  overviews: ReadonlyMap<number, Overview>;
  points: ReadonlyMap<number, Points>;
}

/** Series of one kind as one line in steps. */
export function toBuckets(
  kind: SeriesKind,
  group: readonly StoredSeries[],
  { overviews, points }: SeriesData,
  grid: Grid,
): Buckets {
  const coarse = group.flatMap(({ seriesId }) => overviews.get(seriesId) ?? []);
  const parts = group.flatMap(({ seriesId }) =>
    overviews.has(seriesId) ? [] : (points.get(seriesId) ?? []),
  );
  const fromPoints = bucketize(mergePoints(kind, parts), grid);
  if (coarse.length === 0) return fromPoints;
  return mergeBuckets([
    ...coarse.map(({ buckets, stepMs }) => (stepMs === grid.stepMs ? buckets : coarsen(buckets, grid))),
    fromPoints,
  ]);
}
