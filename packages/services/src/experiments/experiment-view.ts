import type { ExperimentSummary } from '@proofload/contracts';
import type { AlarmCount, ExperimentVersionRecord, RunCounts } from '@proofload/db';
import { countTreatments, type Verdict } from '@proofload/domain';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';

/** A version of an experiment as lists show it. */
export function toExperimentSummary(
  record: ExperimentVersionRecord,
  counts: RunCounts | undefined,
  alarms: AlarmCount | undefined,
  baseUrl: string,
): ExperimentSummary {
  const { definition } = record;
  return {
    name: record.name,
    url: pageUrls(baseUrl).experiment(record.name),
    objective: definition.objective,
    labels: { ...definition.labels },
    version: record.version,
    treatments: countTreatments(definition.factors),
    replicates: definition.replicates,
    runs: { total: counts?.total ?? 0, active: counts?.active ?? 0, failed: counts?.failed ?? 0 },
    lastRunAt: toInstantOrNull(counts?.lastRunAtMs ?? null),
    lastVerdict: (counts?.lastVerdict ?? null) as Verdict | null,
    changes: { total: alarms?.total ?? 0, worse: alarms?.worse ?? 0 },
    updatedAt: toInstant(record.updatedAtMs),
  };
}
