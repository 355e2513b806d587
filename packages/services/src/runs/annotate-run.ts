import type { AddAnnotation, AddPhase, ChangeAnnotation, Run } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { fromInstant } from '../instant.ts';
import { findRun } from './find-run.ts';
import { viewRun } from './run-view.ts';

/** Marks a phase on the timeline of a run, or moves the one of that name. */
export async function addPhase(ctx: ServiceContext, input: { id: string } & AddPhase): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  if (run.status === 'finished') {
    throw new ProofloadError(
      'conflict',
      'The run is finished: its phases, and what was computed over them, stay as they are',
    );
  }
  const startMs = fromInstant(input.from);
  const endMs = input.to === undefined ? null : fromInstant(input.to);
  if (endMs !== null && endMs <= startMs) {
    const message = 'expected a time after `from`';
    throw new ProofloadError('invalid', `to: ${message}`, { fields: [{ field: 'to', message }] });
  }
  await ctx.repos.timeline.putPhase(run.id, { name: input.name, startMs, endMs });
  return viewRun(ctx, await findRun(ctx, run.id));
}

/** Writes a note at a time of a run, finished or not. */
export async function addAnnotation(
  ctx: ServiceContext,
  input: { id: string } & AddAnnotation,
): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  await ctx.repos.timeline.addAnnotation({
    id: ctx.newId(),
    runId: run.id,
    atMs: fromInstant(input.at),
    text: input.text,
    labels: input.labels,
    createdBy: ctx.actor.name,
  });
  return viewRun(ctx, await findRun(ctx, run.id));
}

/** Moves a note of a run, or says something else there. */
export async function changeAnnotation(
  ctx: ServiceContext,
  input: { id: string; annotation: string } & ChangeAnnotation,
): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  const changes = {
    ...(input.at === undefined ? {} : { atMs: fromInstant(input.at) }),
    ...(input.text === undefined ? {} : { text: input.text }),
  };
  const isThere = await ctx.repos.timeline.changeAnnotation(run.id, input.annotation, changes);
  if (!isThere) throw noAnnotation(input.annotation);
  return viewRun(ctx, await findRun(ctx, run.id));
}

export async function deleteAnnotation(
  ctx: ServiceContext,
  input: { id: string; annotation: string },
): Promise<Run> {
  requireScope(ctx, 'ingest');
  const run = await findRun(ctx, input.id);
  if (!(await ctx.repos.timeline.deleteAnnotation(run.id, input.annotation)))
    throw noAnnotation(input.annotation);
  return viewRun(ctx, await findRun(ctx, run.id));
}

const noAnnotation = (id: string): ProofloadError =>
  new ProofloadError('not-found', `The run has no annotation ${id}`);
