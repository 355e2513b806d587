import type { ChangePhases, Run } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { type FieldError, formatDurationMs, type Phase, ProofloadError, unstorable } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { evaluateStoredRun } from '../execution/evaluate-stored-run.ts';
import { judgeSweepAgain } from '../execution/judge-sweep-runs.ts';
import { noteHistoryAlarms } from '../history/note-alarms.ts';
import { fromInstant, toInstant } from '../instant.ts';
import { findRun } from '../runs/find-run.ts';
import { viewRun } from '../runs/run-view.ts';
import { digestDefinition } from './digest-definition.ts';
import { findEvaluator, findExtent, requireSamples } from './judged-run.ts';
import { requireRoom } from './require-room.ts';

const maxAttempts = 5;

/**
 * Gives a finished run other phases in place of all that it had, and evaluates it with them by the version that evaluated
 * it last, since windows lie in phases. Its old results are kept, and its log tells who did so.
 */
export async function changeRunPhases(
  ctx: ServiceContext,
  input: { id: string } & ChangePhases,
): Promise<Run> {
  requireScope(ctx, 'launch');
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const run = await findRun(ctx, input.id);
    await requireSamples(ctx, run, 'phases');
    requireRoom(run);
    if (input.evaluation !== undefined && input.evaluation !== run.evaluation) {
      const message = `expected evaluation ${run.evaluation}, which is the newest; the run was changed meanwhile`;
      throw new ProofloadError('conflict', `evaluation: ${message}`, {
        fields: [{ field: 'evaluation', message }],
      });
    }
    const phases = await checkPhases(ctx, run, input.phases);
    if (JSON.stringify(phases) === JSON.stringify(run.phases.map(plain))) return viewRun(ctx, run);
    const version = await findEvaluator(ctx, run);
    const results = await evaluateStoredRun(ctx, { ...run, phases }, version);
    // Samples that expired while they were read must not pass for a run that had none.
    await requireSamples(ctx, await findRun(ctx, run.id), 'phases');
    const replaced = await ctx.repos.evaluations.replace(run, {
      results,
      phases,
      stamp: {
        atMs: ctx.clock.nowMs(),
        by: ctx.actor.name,
        reason: 'phases',
        digest: version && digestDefinition(version.definition),
      },
      message: `${sayChange(run, phases)} by ${ctx.actor.name} (evaluation ${run.evaluation + 1})`,
    });
    if (replaced !== 'replaced') continue;
    if (run.sweepId !== null) await judgeSweepAgain(ctx, run.sweepId);
    await noteHistoryAlarms(ctx, run);
    return viewRun(ctx, await findRun(ctx, run.id));
  }
  throw new ProofloadError('conflict', 'The run was changed by somebody else at the same time; try again');
}

/** In the order of their keys, so that two can be compared as text. */
const plain = ({ name, startMs, endMs }: Phase): Phase => ({ name, startMs, endMs });

async function checkPhases(
  ctx: ServiceContext,
  run: RunRecord,
  wanted: ChangePhases['phases'],
): Promise<Phase[]> {
  const extent = await findExtent(ctx, run);
  const phases = wanted
    .map(({ name, from, to }): Phase => ({ name, startMs: fromInstant(from), endMs: fromInstant(to) }))
    .sort((a, b) => a.startMs - b.startMs);
  const errors = wanted.flatMap(({ name, from, to }, index): FieldError[] => {
    const field = `phases.${index}`;
    if (unstorable.test(name))
      return [{ field: `${field}.name`, message: 'expected a text without NUL and halves of characters' }];
    if (wanted.findIndex((other) => other.name === name) !== index)
      return [{ field: `${field}.name`, message: `expected a name of its own; ${name} is taken` }];
    const [startMs, endMs] = [fromInstant(from), fromInstant(to)];
    if (endMs <= startMs) return [{ field: `${field}.to`, message: 'expected a time after `from`' }];
    if (startMs >= extent.fromMs && endMs <= extent.toMs) return [];
    const within = `from ${toInstant(extent.fromMs)} to ${toInstant(extent.toMs)}`;
    return [{ field, message: `expected times within the run, ${within}` }];
  });
  if (errors[0])
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
  return phases;
}

function sayChange({ startedAtMs }: RunRecord, phases: readonly Phase[]): string {
  const at = (ms: number) => (startedAtMs === null ? toInstant(ms) : formatDurationMs(ms - startedAtMs));
  const said = phases.map(
    ({ name, startMs, endMs }) => `${name} from ${at(startMs)} to ${at(endMs ?? startMs)}`,
  );
  return said.length === 0 ? 'Phases removed' : `Phases changed: ${said.slice(0, 20).join(', ')},`;
}
