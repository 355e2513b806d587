export { decodeOpenMetrics } from './decode-openmetrics.ts';
export { type PollOptions, type PollResult, pollTarget, type ScrapeTarget } from './poll-target.ts';
