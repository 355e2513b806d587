import type { AddReplicates, SweepAddition } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError, planReplicates } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { type Extension, extendSweep } from './extend-sweep.ts';
import { findSweep } from './read-sweep.ts';

/** Adds replicates to all treatments of a sweep, or to some of them. */
export async function addReplicates(
  ctx: ServiceContext,
  input: { id: string } & AddReplicates,
): Promise<SweepAddition> {
  requireScope(ctx, 'launch');
  const sweep = await findSweep(ctx, input.id);
  const { add, treatments = null, requestKey = null } = input;
  const plan = (runs: RunRecord[]): Extension => {
    const known = requestKey === null ? [] : runs.filter((run) => run.requestKey === requestKey);
    if (known.length > 0) return { planned: [], known };
    requireTreatments(runs, treatments ?? []);
    return { planned: planReplicates(runs, add, treatments, sweep), known };
  };
  return extendSweep(ctx, sweep, plan, requestKey);
}

function requireTreatments(runs: readonly RunRecord[], wanted: readonly string[]): void {
  const known = [...new Set(runs.map(({ treatment }) => treatment))];
  const fields = wanted.flatMap((treatment, index) => {
    const message = `expected a treatment of this sweep, such as ${known[0] ?? 'none'}, not ${treatment}`;
    return known.includes(treatment) ? [] : [{ field: `treatments.${index}`, message }];
  });
  if (fields[0]) throw new ProofloadError('invalid', `${fields[0].field}: ${fields[0].message}`, { fields });
}
