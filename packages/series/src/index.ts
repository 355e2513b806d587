export { type Bucketizer, bucketize, createBucketizer } from './bucketizer.ts';
export { type Buckets, coarsen, type Grid } from './buckets.ts';
export { DecodeError } from './bytes.ts';
export { chunkCodec, decodeChunk, decodeSketch, encodeChunk, encodeSketch } from './chunk.ts';
export { type CountedSketch, HistogramCounter } from './histogram-counter.ts';
export { type HistogramBucket, sketchIncrease, sketchOfHistogram } from './histogram-sketch.ts';
export * from './kinds.ts';
export { mergeBuckets } from './merge-buckets.ts';
export { mergeTotals } from './merge-totals.ts';
export {
  chooseOverviewStep,
  decodeOverview,
  encodeOverview,
  makeOverview,
  type Overview,
  overviewSteps,
} from './overview.ts';
export { planReads, type ReadableSeries, type Stretch } from './plan-reads.ts';
export { bucketMs, cutPoints, emptyPoints, mergePoints, type Points, slicePoints } from './points.ts';
export {
  type OpenChunk,
  overflowLabel,
  Rollup,
  type RollupOptions,
  seriesKey,
} from './rollup.ts';
export { decodeSampleColumns, encodeSampleColumns, type SampleColumns } from './sample-columns.ts';
export { isStorable, SeriesAccumulator, type Totals } from './series-accumulator.ts';
export { mergeSketches, Sketch, sketchRelativeError } from './sketch.ts';
export { type CountedInterval, type KnownFigures, sketchOfIntervals } from './sketch-of-intervals.ts';
