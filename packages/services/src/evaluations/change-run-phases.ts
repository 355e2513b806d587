import type { ChangePhases, Run } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { type FieldError, formatDurationMs, type Phase, ProofloadError, unstorable } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { fromInstant, toInstant } from '../instant.ts';
import { findExtent } from './judged-run.ts';
import { replaceResults } from './replace-results.ts';

/**
 * Gives a finished run other phases in place of all that it had, and evaluates it with them by the version that evaluated
 * it last, since windows lie in phases. Its old results are kept, and its log tells who did so.
 */
export async function changeRunPhases(
  ctx: ServiceContext,
  input: { id: string } & ChangePhases,
): Promise<Run> {
  requireScope(ctx, 'launch');
  return replaceResults(ctx, { id: input.id, what: 'phases' }, async (run) => {
    if (input.evaluation !== undefined && input.evaluation !== run.evaluation) {
      const message = `expected evaluation ${run.evaluation}, which is the newest; the run was changed meanwhile`;
      throw new ProofloadError('conflict', `evaluation: ${message}`, {
        fields: [{ field: 'evaluation', message }],
      });
    }
    const phases = await checkPhases(ctx, run, input.phases);
    const isSame = JSON.stringify(phases) === JSON.stringify(run.phases.map(plain));
    return isSame ? null : { parts: { phases }, said: sayChange(run, phases) };
  });
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
