import type { Db } from '../client.ts';
import { createAccessRepository } from './access.ts';
import { createCapacityStepRepository } from './capacity-steps.ts';
import { createClusterEventRepository } from './cluster-events.ts';
import { createClusterObjectRepository } from './cluster-objects.ts';
import { createClusterRepository } from './clusters.ts';
import { createEvaluationJobRepository } from './evaluation-jobs.ts';
import { createEvaluationRepository } from './evaluations.ts';
import { createExperimentRepository } from './experiments.ts';
import { createExpiryRepository } from './expiry.ts';
import { createHistoryRepository } from './history.ts';
import { createPrometheusServerRepository } from './prometheus-servers.ts';
import { createReportDraftRepository } from './report-drafts.ts';
import { createReportRepository } from './reports.ts';
import { createRetentionRepository } from './retention.ts';
import { createRunFieldRepository } from './run-field-upkeep.ts';
import { createRunListRepository } from './run-list.ts';
import { createRunQueueRepository } from './run-queue.ts';
import { createRunTimelineRepository } from './run-timeline.ts';
import { createRunRepository } from './runs.ts';
import { createSavedViewRepository } from './saved-views.ts';
import { createStorageUseRepository } from './storage-use.ts';
import { createStudyRepository } from './studies.ts';
import { createSweepRepository } from './sweeps.ts';

/** All repositories over one client. */
export function createRepositories(db: Db) {
  return {
    access: createAccessRepository(db),
    capacitySteps: createCapacityStepRepository(db),
    clusterEvents: createClusterEventRepository(db),
    clusterObjects: createClusterObjectRepository(db),
    clusters: createClusterRepository(db),
    evaluationJobs: createEvaluationJobRepository(db),
    evaluations: createEvaluationRepository(db),
    experiments: createExperimentRepository(db),
    expiry: createExpiryRepository(db),
    history: createHistoryRepository(db),
    prometheusServers: createPrometheusServerRepository(db),
    reportDrafts: createReportDraftRepository(db),
    reports: createReportRepository(db),
    retention: createRetentionRepository(db),
    runFields: createRunFieldRepository(db),
    runList: createRunListRepository(db),
    runQueue: createRunQueueRepository(db),
    runs: createRunRepository(db),
    savedViews: createSavedViewRepository(db),
    storageUse: createStorageUseRepository(db),
    studies: createStudyRepository(db),
    sweeps: createSweepRepository(db),
    timeline: createRunTimelineRepository(db),
  };
}

export type Repositories = ReturnType<typeof createRepositories>;
