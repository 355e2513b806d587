export { type DecodeProgress, decodeK6, emptyProgress } from './decode-k6.ts';
export { NdjsonDecoder } from './ndjson-decoder.ts';
export type { ReportedSeries } from './summary-metric.ts';
