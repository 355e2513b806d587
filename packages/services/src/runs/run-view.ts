import type { Annotation, Phase, Run, RunSummary } from '@proofload/contracts';
import type { RunRecord, StoredArtifactRecord } from '@proofload/db';
import type { Phase as StoredPhase, Stretch } from '@proofload/domain';
import { readPlace } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { pageUrls } from '../page-urls.ts';

const maxWarnings = 100;

/** A run as lists show it. */
export function toRunSummary(run: RunRecord, baseUrl: string): RunSummary {
  return {
    id: run.id,
    name: run.name,
    url: pageUrls(baseUrl).run(run.id),
    experiment: run.experimentName,
    experimentVersion: run.experimentVersion,
    sweep: run.sweepId,
    status: run.status,
    outcome: run.outcome,
    verdict: run.verdict,
    reason: run.reason,
    executor: run.executor,
    params: { ...run.params },
    labels: { ...run.labels },
    treatment: run.treatment,
    replicate: run.replicate,
    cluster: run.clusterName,
    retryOf: run.retryOfId,
    createdAt: toInstant(run.createdAtMs),
    startedAt: toInstantOrNull(run.startedAtMs),
    finishedAt: toInstantOrNull(run.finishedAtMs),
    evaluatedVersion: run.evaluatedVersion,
    windows: toStretches(run.windows),
    measurements: { ...run.measurements },
    slos: [...run.slos],
    ...(run.validity === null ? {} : { validity: [...run.validity] }),
    pinned: run.pinned && { at: toInstant(run.pinned.atMs), by: run.pinned.by },
    samplesExpiredAt: toInstantOrNull(run.samplesExpiredAtMs),
    artifactsExpiredAt: toInstantOrNull(run.artifactsExpiredAtMs),
    logsExpiredAt: toInstantOrNull(run.logsExpiredAtMs),
    citation: run.citation,
  };
}

/** Windows of a run alone, by name. */
export const toStretches = (windows: Readonly<Record<string, Stretch>>): RunSummary['windows'] =>
  Object.fromEntries(
    Object.entries(windows).map(([name, { fromMs, toMs }]) => [
      name,
      { from: toInstant(fromMs), to: toInstant(toMs) },
    ]),
  );

/** A run with everything that its page shows but samples and log. */
export async function viewRun(ctx: ServiceContext, run: RunRecord): Promise<Run> {
  const [annotations, artifacts, warnings, retriedBy] = await Promise.all([
    ctx.repos.timeline.listAnnotations(run.id),
    ctx.repos.timeline.listArtifacts(run.id),
    ctx.samples.readWarnings(run.key),
    ctx.repos.runs.findRetry(run.id),
  ]);
  // What a worker read, it has also noted on the run.
  const known = [...new Set([...run.warnings, ...warnings])].slice(0, maxWarnings);
  return { ...toRun({ ...run, warnings: known }, annotations, artifacts, ctx.config.baseUrl), retriedBy };
}

function toRun(
  run: RunRecord,
  annotations: Annotation[],
  artifacts: StoredArtifactRecord[],
  baseUrl: string,
): Omit<Run, 'retriedBy'> {
  return {
    ...toRunSummary(run, baseUrl),
    attempt: run.attempt,
    position: run.position,
    revision: run.revision,
    evaluation: run.evaluation,
    cancelRequested: run.isCancelRequested,
    objects: run.objects,
    cluster: placeOf(run),
    phases: run.phases.map(toPhase),
    annotations,
    environment: { ...run.environment },
    warnings: [...run.warnings],
    artifacts: artifacts.map(({ name, contentType, size, sha256, expiredAtMs }) => ({
      name,
      contentType,
      size,
      sha256,
      url: pageUrls(baseUrl).artifact(run.id, name),
      expiredAt: toInstantOrNull(expiredAtMs),
    })),
  };
}

function placeOf({ executorState }: RunRecord): Run['cluster'] {
  const place = readPlace(executorState);
  return place && { name: place.cluster, namespace: place.namespace };
}

/** A phase as the interface has it. */
export const toPhase = ({ name, startMs, endMs }: StoredPhase): Phase => ({
  name,
  from: toInstant(startMs),
  to: toInstantOrNull(endMs),
});
