export type { OpenPrometheus, PrometheusSource } from './collect-prometheus.ts';
export { type FollowK6Input, followK6File, k6Origin, recoverK6File } from './follow-k6-file.ts';
export { ingestK6 } from './ingest-k6.ts';
export { ingestOpenMetrics } from './ingest-open-metrics.ts';
export { ingestOtlp, type OtlpEncoding } from './ingest-otlp.ts';
export { ingestRemoteWrite, type RemoteWriteVersion } from './ingest-remote-write.ts';
export { ingestResults } from './ingest-results.ts';
export { type RunSourcesInput, runSources } from './run-sources.ts';
export type { StreamContext, StreamReport } from './stream-report.ts';
