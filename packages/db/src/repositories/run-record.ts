import type { Citation, Measurement, SloResult, ValidityFinding } from '@proofload/contracts';
import type {
  EvaluationReason,
  Labels,
  Params,
  Phase,
  ReportedValue,
  RunOutcome,
  RunStatus,
  Stretch,
  Verdict,
} from '@proofload/domain';
import type { Prisma } from '../generated/client.ts';

/** A run as it is stored. Times are unix milliseconds. */
export interface RunRecord {
  id: string;
  /** Key of the run's samples. */
  key: bigint;
  projectId: string;
  experimentId: string | null;
  experimentName: string | null;
  experimentVersion: number | null;
  sweepId: string | null;
  name: string;
  executor: string;
  params: Params;
  labels: Labels;
  treatment: string;
  replicate: number | null;
  position: number | null;
  /** The cluster that it is executed on; null for the host of its worker. */
  clusterName: string | null;
  /** The run that this one repeats. */
  retryOfId: string | null;
  /** Names the request that added the run to its sweep. */
  requestKey: string | null;
  status: RunStatus;
  outcome: RunOutcome | null;
  verdict: Verdict | null;
  reason: string | null;
  attempt: number;
  revision: number;
  leaseOwner: string | null;
  leaseUntilMs: number | null;
  isCancelRequested: boolean;
  executorState: unknown;
  phases: readonly Phase[];
  environment: Readonly<Record<string, string>>;
  warnings: readonly string[];
  measurements: Readonly<Record<string, Measurement>>;
  slos: readonly SloResult[];
  evaluatedVersion: number | null;
  /** What limits how far the run can be believed, found when it was evaluated; null for a run of before. */
  validity: readonly ValidityFinding[] | null;
  /** Number of the newest evaluation, from 1. */
  evaluation: number;
  evaluatedAtMs: number | null;
  evaluatedBy: string | null;
  evaluatedReason: EvaluationReason | null;
  evaluatedDigest: string | null;
  /** Windows of this run alone, by name. */
  windows: Readonly<Record<string, Stretch>>;
  /** What somebody reported of the run, by the name of the measurement. */
  reported: Readonly<Record<string, ReportedValue>>;
  /** Where the figures of the run were published; null for a run of one's own. */
  citation: Citation | null;
  createdAtMs: number;
  startedAtMs: number | null;
  finishedAtMs: number | null;
  pinned: { atMs: number; by: string } | null;
  /** Of a run on a cluster: whether its objects may be there, were left there on purpose, or are gone. */
  objects: 'present' | 'kept' | 'gone' | null;
  /** When a rule of the project removed the samples. From then on results cannot be computed again. */
  samplesExpiredAtMs: number | null;
  artifactsExpiredAtMs: number | null;
  logsExpiredAtMs: number | null;
}

export const withExperimentName = { experiment: { select: { name: true } } } as const;

export type RunRow = Prisma.RunGetPayload<{ include: typeof withExperimentName }>;

/** The stored row as a record. JSON columns were checked when they were written, so their types are trusted here. */
export function toRunRecord(row: RunRow): RunRecord {
  return {
    id: row.id,
    key: row.key,
    projectId: row.projectId,
    experimentId: row.experimentId,
    experimentName: row.experiment?.name ?? null,
    experimentVersion: row.experimentVersion,
    sweepId: row.sweepId,
    name: row.name,
    executor: row.executor,
    params: row.params as Params,
    labels: row.labels as Labels,
    treatment: row.treatment,
    replicate: row.replicate,
    position: row.position,
    clusterName: row.clusterName,
    retryOfId: row.retryOfId,
    requestKey: row.requestKey,
    status: row.status as RunStatus,
    outcome: row.outcome as RunOutcome | null,
    verdict: row.verdict as Verdict | null,
    reason: row.reason,
    attempt: row.attempt,
    revision: row.revision,
    leaseOwner: row.leaseOwner,
    leaseUntilMs: row.leaseUntil?.getTime() ?? null,
    isCancelRequested: row.cancelRequestedAt !== null,
    executorState: row.executorState,
    phases: row.phases as unknown as Phase[],
    environment: row.environment as Record<string, string>,
    warnings: row.warnings as string[],
    measurements: row.measurements as unknown as Record<string, Measurement>,
    slos: row.slos as unknown as SloResult[],
    evaluatedVersion: row.evaluatedVersion,
    validity: row.validity as unknown as ValidityFinding[] | null,
    evaluation: row.evaluation,
    evaluatedAtMs: row.evaluatedAt?.getTime() ?? null,
    evaluatedBy: row.evaluatedBy,
    evaluatedReason: row.evaluatedReason as EvaluationReason | null,
    evaluatedDigest: row.evaluatedDigest,
    windows: row.windows as unknown as Record<string, Stretch>,
    reported: row.reported as unknown as Record<string, ReportedValue>,
    citation: row.citation as unknown as Citation | null,
    createdAtMs: row.createdAt.getTime(),
    startedAtMs: row.startedAt?.getTime() ?? null,
    finishedAtMs: row.finishedAt?.getTime() ?? null,
    objects: row.objects as RunRecord['objects'],
    pinned: row.pinnedAt && { atMs: row.pinnedAt.getTime(), by: row.pinnedBy ?? '' },
    samplesExpiredAtMs: row.samplesExpiredAt?.getTime() ?? null,
    artifactsExpiredAtMs: row.artifactsExpiredAt?.getTime() ?? null,
    logsExpiredAtMs: row.logsExpiredAt?.getTime() ?? null,
  };
}
