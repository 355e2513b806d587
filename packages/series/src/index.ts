export { DecodeError } from './bytes.ts';
export { chunkCodec, decodeChunk, decodeSketch, encodeChunk, encodeSketch } from './chunk.ts';
export * from './kinds.ts';
export { mergeTotals } from './merge-totals.ts';
export { bucketMs, emptyPoints, mergePoints, type Points, slicePoints } from './points.ts';
export {
  type OpenChunk,
  overflowLabel,
  Rollup,
  type RollupOptions,
  seriesKey,
  type Totals,
} from './rollup.ts';
export { mergeSketches, Sketch, sketchRelativeError } from './sketch.ts';
