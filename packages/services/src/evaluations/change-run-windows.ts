import type { ChangeWindows, Run } from '@proofload/contracts';
import type { ExperimentVersionRecord, RunRecord } from '@proofload/db';
import {
  type FieldError,
  formatDurationMs,
  ProofloadError,
  type Stretch,
  wholeRunWindow,
} from '@proofload/domain';
import { bucketMs } from '@proofload/series';
import { requireScope, type ServiceContext } from '../context.ts';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { judgeSweepAgain } from '../execution/judge-sweep-runs.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';
import { fromInstant, toInstant } from '../instant.ts';
import { findRun } from '../runs/find-run.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { viewRun } from '../runs/run-view.ts';
import { digestDefinition } from './digest-definition.ts';
import { hadSamples, hasSamples } from './has-samples.ts';
import { requireRoom } from './require-room.ts';

type Windows = Readonly<Record<string, Stretch>>;

const maxAttempts = 5;

/**
 * Gives a finished run windows of its own, in place of all that it had, and evaluates it with them by the version that
 * evaluated it last. Its old results are kept, and its log tells who did so.
 */
export async function changeRunWindows(
  ctx: ServiceContext,
  input: { id: string } & ChangeWindows,
): Promise<Run> {
  requireScope(ctx, 'launch');
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const run = await findRun(ctx, input.id);
    await requireSamples(ctx, run);
    requireRoom(run);
    const version = await findEvaluator(ctx, run);
    const windows = await checkWindows(ctx, run, version, input.windows);
    if (isEqual(windows, run.windows)) return viewRun(ctx, run);
    const results = await evaluateStoredRun(ctx, { ...run, windows }, version);
    // Samples that expired while they were read must not pass for a run that had none.
    await requireSamples(ctx, await findRun(ctx, run.id));
    const replaced = await ctx.repos.evaluations.replace(run, {
      results,
      windows,
      stamp: {
        atMs: ctx.clock.nowMs(),
        by: ctx.actor.name,
        reason: 'windows',
        digest: version && digestDefinition(version.definition),
      },
      message: `${sayChange(run, windows)} by ${ctx.actor.name} (evaluation ${run.evaluation + 1})`,
    });
    if (replaced !== 'replaced') continue;
    if (run.sweepId !== null) await judgeSweepAgain(ctx, run.sweepId);
    await noteHistoryAlarms(ctx, run);
    return viewRun(ctx, await findRun(ctx, run.id));
  }
  throw new ProofloadError('conflict', 'The run was changed by somebody else at the same time; try again');
}

async function requireSamples(ctx: ServiceContext, run: RunRecord): Promise<void> {
  if (run.status !== 'finished' || run.verdict === null) {
    const why = run.status === 'finished' ? 'never started' : `is ${run.status}`;
    throw new ProofloadError('conflict', `The run ${why}; windows can be changed once it has results`);
  }
  requireKeptSamples(run);
  if (hadSamples(run) && !(await hasSamples(ctx, run))) {
    throw new ProofloadError(
      'conflict',
      'The samples of the run are gone, so it keeps the results that it has',
    );
  }
}

/** The version that evaluated the run last. */
async function findEvaluator(ctx: ServiceContext, run: RunRecord): Promise<ExperimentVersionRecord | null> {
  const version = run.evaluatedVersion ?? run.experimentVersion;
  if (run.experimentId === null || version === null) return null;
  return ctx.repos.experiments.findVersion(run.experimentId, version);
}

async function checkWindows(
  ctx: ServiceContext,
  run: RunRecord,
  version: ExperimentVersionRecord | null,
  wanted: ChangeWindows['windows'],
): Promise<Windows> {
  const known = [...Object.keys(version?.definition.windows ?? {}), wholeRunWindow];
  const extent = await findExtent(ctx, run);
  const windows = Object.fromEntries(
    Object.entries(wanted).map(([name, { from, to }]) => [
      name,
      { fromMs: fromInstant(from), toMs: fromInstant(to) },
    ]),
  );
  const errors = Object.entries(windows).flatMap(([name, stretch]): FieldError[] => {
    const field = `windows.${name}`;
    if (!known.includes(name)) {
      return [{ field, message: `expected a window of the definition (${known.slice(0, 20).join(', ')})` }];
    }
    return checkStretch(field, stretch, extent);
  });
  if (errors[0]) {
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
  }
  return windows;
}

function checkStretch(field: string, { fromMs, toMs }: Stretch, extent: Stretch): FieldError[] {
  const within = `expected a time within the run, from ${toInstant(extent.fromMs)} to ${toInstant(extent.toMs)}`;
  if (fromMs < extent.fromMs || fromMs > extent.toMs) return [{ field: `${field}.from`, message: within }];
  if (toMs > extent.toMs) return [{ field: `${field}.to`, message: within }];
  if (toMs - fromMs < bucketMs) {
    return [
      { field: `${field}.to`, message: `expected a time at least ${formatDurationMs(bucketMs)} after from` },
    ];
  }
  return [];
}

/** All that is known of the time of a run, to whole seconds outward, as data are kept by the second. */
async function findExtent(ctx: ServiceContext, run: RunRecord): Promise<Stretch> {
  const spans = Object.values(await ctx.samples.readSpans(run.key));
  const { startedAtMs, finishedAtMs, phases, createdAtMs } = run;
  const starts = [startedAtMs, ...phases.map(({ startMs }) => startMs), ...spans.map(({ fromMs }) => fromMs)];
  const ends = [finishedAtMs, ...phases.map(({ endMs }) => endMs), ...spans.map(({ toMs }) => toMs)];
  const fromMs = Math.min(...starts.filter((ms) => ms !== null));
  const toMs = Math.max(...ends.filter((ms) => ms !== null));
  return {
    fromMs: Math.floor((Number.isFinite(fromMs) ? fromMs : createdAtMs) / bucketMs) * bucketMs,
    toMs: Math.ceil((Number.isFinite(toMs) ? toMs : createdAtMs) / bucketMs) * bucketMs,
  };
}

function isEqual(a: Windows, b: Windows): boolean {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.every((name) => a[name]?.fromMs === b[name]?.fromMs && a[name]?.toMs === b[name]?.toMs);
}

function sayChange({ startedAtMs }: RunRecord, windows: Windows): string {
  const at = (ms: number) => (startedAtMs === null ? toInstant(ms) : formatDurationMs(ms - startedAtMs));
  const said = Object.entries(windows).map(
    ([name, { fromMs, toMs }]) =>
      `${name === wholeRunWindow ? 'whole run' : name} from ${at(fromMs)} to ${at(toMs)}`,
  );
  return said.length === 0
    ? 'Windows set back to the definition'
    : `Windows changed for this run: ${said.join(', ')},`;
}
