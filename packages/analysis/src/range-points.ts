import { bucketMs, type Points } from '@proofload/series';
import type { TimeRange } from './time-range.ts';

/** Visits the buckets of a range, in order of time. */
export function forEachBucket(
  times: readonly number[],
  range: TimeRange,
  visit: (index: number, time: number) => void,
): void {
  for (let index = lowerBound(times, range.firstBucketMs); index < times.length; index++) {
    const time = times[index] ?? 0;
    if (time >= range.endBucketMs) break;
    visit(index, time);
  }
}

/** Place of the first time that is not before `fromMs`. */
function lowerBound(times: readonly number[], fromMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Values per second of every whole bucket in the range, 0 where nothing happened. */
export function fillBuckets(perBucket: ReadonlyMap<number, number>, range: TimeRange): number[] {
  const values: number[] = [];
  const first = Math.ceil(Math.max(range.firstBucketMs, range.fromMs) / bucketMs) * bucketMs;
  for (let time = first; time + bucketMs <= Math.min(range.toMs, range.endBucketMs); time += bucketMs) {
    values.push((perBucket.get(time) ?? 0) / (bucketMs / 1000));
  }
  return values;
}

/** Visits the finite samples of a gauge or counter from `fromMs` to `toMs`, at which they are visited if `holdsEnd`. */
export function forEachSample(
  points: Points,
  { fromMs, toMs, holdsEnd }: Pick<TimeRange, 'fromMs' | 'toMs' | 'holdsEnd'>,
  visit: (time: number, value: number) => void,
): void {
  if (points.kind !== 'gauge' && points.kind !== 'cumulative') return;
  for (let index = lowerBound(points.times, fromMs); index < points.times.length; index++) {
    const time = points.times[index] ?? 0;
    const value = points.values[index] ?? Number.NaN;
    if (time > toMs || (time === toMs && !holdsEnd)) break;
    if (Number.isFinite(value)) visit(time, value);
  }
}
