export * from './k6/index.ts';
export * from './prometheus/index.ts';
export * from './remote-write/index.ts';
export * from './scrape/index.ts';
export { type DecodeProgress, emptyProgress } from './stream/decode-progress.ts';
export { type Fetch, FetchError } from './stream/fetch-bytes.ts';
export { type FollowOptions, followFile } from './stream/follow-file.ts';
export type { Gap } from './stream/gap.ts';
export type { ReportedSeries } from './stream/reported-series.ts';
