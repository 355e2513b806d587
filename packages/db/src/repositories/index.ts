import type { Db } from '../client.ts';
import { createAccessRepository } from './access.ts';
import { createEvaluationJobRepository } from './evaluation-jobs.ts';
import { createEvaluationRepository } from './evaluations.ts';
import { createExperimentRepository } from './experiments.ts';
import { createPrometheusServerRepository } from './prometheus-servers.ts';
import { createReportRepository } from './reports.ts';
import { createRunListRepository } from './run-list.ts';
import { createRunTimelineRepository } from './run-timeline.ts';
import { createRunRepository } from './runs.ts';
import { createSweepRepository } from './sweeps.ts';

/** All repositories over one client. */
export function createRepositories(db: Db) {
  return {
    access: createAccessRepository(db),
    evaluationJobs: createEvaluationJobRepository(db),
    evaluations: createEvaluationRepository(db),
    experiments: createExperimentRepository(db),
    prometheusServers: createPrometheusServerRepository(db),
    reports: createReportRepository(db),
    runList: createRunListRepository(db),
    runs: createRunRepository(db),
    sweeps: createSweepRepository(db),
    timeline: createRunTimelineRepository(db),
  };
}

export type Repositories = ReturnType<typeof createRepositories>;
