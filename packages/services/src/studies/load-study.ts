import { createHash } from 'node:crypto';
import type { LoadedStudy, LoadStudy } from '@proofload/contracts';
import type { ExperimentVersionRecord, RunRecord, StudyRecord } from '@proofload/db';
import {
  ProofloadError,
  type ReportedValue,
  readReported,
  requireDefinition,
  requireStudy,
  type StudyDocument,
  treatmentKey,
} from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { closeRun } from '../execution/close-run.ts';
import { saveExperiment } from '../experiments/save-experiment.ts';
import { moveRun } from '../runs/move-run.ts';
import { readStudy } from './read-study.ts';

type PublishedRun = StudyDocument['spec']['runs'][number];

/** A run as the study has it, and what tells it from all others, so that it is there once. */
interface KeyedRun {
  run: PublishedRun;
  key: string;
}

/**
 * Saves the experiments of a published study and its figures as finished runs, marked with their citation. Repeatable:
 * what is there stays as it is, what the study no longer says goes, and a load that broke off is carried on.
 * @throws `invalid` with the path and the line of what is wrong, before anything is changed
 */
export async function loadStudy(
  ctx: ServiceContext,
  { name, ...texts }: { name: string } & LoadStudy,
): Promise<LoadedStudy> {
  requireScope(ctx, 'launch');
  requireScope(ctx, 'ingest');
  const definitions = new Map(
    texts.experiments.map((source) => {
      const { definition } = requireDefinition(source);
      return [definition.name, { definition, source }];
    }),
  );
  const document = requireStudy(
    texts.study,
    new Map([...definitions].map(([experiment, { definition }]) => [experiment, definition])),
  );
  if (document.metadata.name !== name) {
    const message = `expected ${name}, as in the address`;
    throw new ProofloadError('invalid', `metadata.name: ${message}`, {
      fields: [{ field: 'metadata.name', message }],
    });
  }
  const digest = digestOf(texts);
  const before = await ctx.repos.studies.find(ctx.actor.projectId, name);
  const versions = new Map<string, ExperimentVersionRecord>();
  for (const [experiment, { source }] of definitions)
    versions.set(experiment, await provideVersion(ctx, experiment, source));
  const { title, summary, system = null, citation, runs } = document.spec;
  const { projectId } = ctx.actor;
  const report = texts.report ?? null;
  const said = { id: ctx.newId(), name, title, summary, system, citation, report, digest };
  const study = await ctx.repos.studies.save(
    projectId,
    { ...said, updatedBy: ctx.actor.name },
    ctx.clock.nowMs(),
  );
  const isChanged = await replaceRuns(ctx, study, keyRuns(runs, versions), versions);
  if (report !== null) await provideDraft(ctx, name, { report, before: before?.report ?? null });
  return { ...(await readStudy(ctx, { name })), unchanged: before?.digest === digest && !isChanged };
}

/** The draft of the study's name, unless somebody has made something else of what an earlier load brought. */
async function provideDraft(
  ctx: ServiceContext,
  name: string,
  { report, before }: { report: string; before: string | null },
): Promise<void> {
  const draft = await ctx.repos.reportDrafts.find(ctx.actor.projectId, name);
  if (draft?.source === report || (draft !== null && draft.source !== before)) return;
  try {
    await saveDraft(ctx, { name, source: report, revision: draft?.revision ?? 0 });
  } catch (error) {
    // Somebody who loads the same at the same time was faster.
    if (!(error instanceof ProofloadError && error.code === 'conflict')) throw error;
  }
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The version with this very text. One is added only when no version has it: what a user made of the newest stays the newest. */
async function provideVersion(
  ctx: ServiceContext,
  experiment: string,
  source: string,
): Promise<ExperimentVersionRecord> {
  const { projectId } = ctx.actor;
  const known = await ctx.repos.experiments.findSource(projectId, experiment, source);
  if (known !== null) return known;
  const { version } = await saveExperiment(ctx, { source });
  const saved = await ctx.repos.experiments.find(projectId, experiment, version);
  if (saved === null)
    throw new ProofloadError('conflict', `The experiment ${experiment} was deleted meanwhile`);
  return saved;
}

/** Replicates with the very same figures are told apart by their place among themselves. */
function keyRuns(
  runs: readonly PublishedRun[],
  versions: ReadonlyMap<string, ExperimentVersionRecord>,
): KeyedRun[] {
  const seen = new Map<string, number>();
  return runs.map((run) => {
    const digest = digestOf([run, versions.get(run.experiment)?.version]);
    const place = seen.get(digest) ?? 0;
    seen.set(digest, place + 1);
    return { run, key: `${digest} ${place}` };
  });
}

/** @returns whether anything was changed */
async function replaceRuns(
  ctx: ServiceContext,
  study: StudyRecord,
  wanted: readonly KeyedRun[],
  versions: ReadonlyMap<string, ExperimentVersionRecord>,
): Promise<boolean> {
  const before = await ctx.repos.runs.findOfStudy(study.id);
  const known = new Set(before.map(({ requestKey }) => requestKey));
  const fresh = wanted.filter(({ key }) => !known.has(key));
  for (const keyed of fresh) await insertRun(ctx, study, keyed, versions);
  const byKey = new Map(wanted.map((keyed) => [keyed.key, keyed]));
  let isChanged = fresh.length > 0;
  for (const run of await ctx.repos.runs.findOfStudy(study.id)) {
    const keyed = byKey.get(run.requestKey ?? '');
    if (keyed && run.status === 'finished') continue;
    isChanged = true;
    if (keyed) await finishPublished(ctx, run, keyed);
    else await ctx.repos.runs.delete(run.id, run.projectId, { evenPinned: true });
  }
  return isChanged;
}

async function insertRun(
  ctx: ServiceContext,
  study: StudyRecord,
  { run, key }: KeyedRun,
  versions: ReadonlyMap<string, ExperimentVersionRecord>,
): Promise<void> {
  const version = versions.get(run.experiment);
  const treatment = treatmentKey(run.params);
  await ctx.repos.runs.insertOfStudy({
    id: ctx.newId(),
    projectId: ctx.actor.projectId,
    experimentId: version?.experimentId ?? null,
    experimentVersion: version?.version ?? null,
    sweepId: null,
    name: [run.experiment, treatment, 'published'].filter(Boolean).join(' '),
    executor: 'external',
    params: run.params,
    labels: { ...version?.definition.labels, ...run.labels, study: study.name },
    treatment,
    replicate: null,
    position: null,
    status: 'running',
    createdAtMs: ctx.clock.nowMs(),
    requestKey: key,
    studyId: study.id,
    environment: Object.fromEntries(
      Object.entries(run.environment).map(([fact, value]) => [fact, String(value)]),
    ),
    citation: study.citation,
    reported: readAll(run, version),
  });
}

function readAll(
  { measurements }: PublishedRun,
  version: ExperimentVersionRecord | undefined,
): Record<string, ReportedValue> {
  return Object.fromEntries(
    Object.entries(measurements).map(([name, report]) => {
      const read = readReported(report, version?.definition.measurements[name]?.unit ?? null);
      if ('message' in read) throw new ProofloadError('invalid', `measurements.${name}: ${read.message}`);
      return [name, read.value];
    }),
  );
}

/** Ends the run as the publication says it ended. Somebody who loads the same at the same time may be faster. */
async function finishPublished(
  ctx: ServiceContext,
  run: RunRecord,
  { run: { outcome, reason } }: KeyedRun,
): Promise<void> {
  if (run.status === 'running')
    await moveRun(
      ctx,
      run,
      { type: 'end', outcome, reason: reason ?? null },
      { finishedAtMs: ctx.clock.nowMs() },
    );
  await closeRun(ctx, { runId: run.id, owner: ctx.newId() });
}
