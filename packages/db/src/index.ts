export { createPool, createPrisma, type Db, type DbOptions } from './client.ts';
export { isDatabaseAway } from './is-database-away.ts';
export { pingDatabase } from './ping.ts';
export * from './repositories/access.ts';
export { type ClusterEventRecord, maxClusterEvents } from './repositories/cluster-events.ts';
export { maxRunPods, type PodTimes } from './repositories/cluster-objects.ts';
export type { ClusterRecord } from './repositories/clusters.ts';
export type { EvaluatedGroup, EvaluationJobRecord, RunChoice } from './repositories/evaluation-jobs.ts';
export type { EvaluationRecord, Replaced, Replacement } from './repositories/evaluations.ts';
export type { ExperimentVersionRecord, RunCounts } from './repositories/experiments.ts';
export type { ExpiryCandidate, UnremovedArtifact } from './repositories/expiry.ts';
export type { AcknowledgementRecord, AlarmCount } from './repositories/history.ts';
export { createRepositories, type Repositories } from './repositories/index.ts';
export type { PrometheusServerRecord } from './repositories/prometheus-servers.ts';
export * from './repositories/report-drafts.ts';
export * from './repositories/reports.ts';
export type { RunRecord } from './repositories/run-record.ts';
export type { ArtifactRecord, LogLevel, LogLine, StoredArtifactRecord } from './repositories/run-timeline.ts';
export type { EvaluationStamp, NewRun, RunChanges, RunGuard, RunResults } from './repositories/runs.ts';
export type { SavedViewRecord } from './repositories/saved-views.ts';
export type { StudyRecord } from './repositories/studies.ts';
export type {
  NewSweep,
  SweepJudgement,
  SweepRecord,
  SweepRunRecord,
  SweepSettings,
} from './repositories/sweeps.ts';
export type { SampleBatch } from './samples/accept-samples.ts';
export type { MetricLabels } from './samples/list-labels.ts';
export type { SeriesSelection } from './samples/read-samples.ts';
export {
  createSampleStore,
  type OriginDescription,
  type OriginEnd,
  type OriginHandle,
  type SampleStore,
} from './samples/sample-store.ts';
export type { ReportedFigures, TotalsRow } from './samples/series-rows.ts';
export type { StoredSeries } from './samples/stored-series.ts';
