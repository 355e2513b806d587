import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

const maxPartLength = 64;

/** The name of a part, `default` unless it is given. Throws `invalid` naming the field. */
export function checkPart(part: string | undefined): string {
  if (part === undefined) return 'default';
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part) && part.length <= maxPartLength) return part;
  const message = `expected at most ${maxPartLength} letters, digits, dots, hyphens and underscores`;
  throw new ProofloadError('invalid', `part: ${message}`, { fields: [{ field: 'part', message }] });
}

/** Throws `conflict` when a run takes no data from outside: any more, or under this part. */
export function checkTakesData(run: RunRecord, part: string | undefined): void {
  if (run.status === 'finished') {
    throw new ProofloadError(
      'conflict',
      'The run is finished: what was computed over its data stays as it is',
    );
  }
  if (run.executor !== 'external' && (part === undefined || part === 'default')) {
    throw new ProofloadError(
      'conflict',
      `A worker executes this run with ${run.executor}; name a part to add data of your own`,
      {
        fields: [{ field: 'part', message: 'expected a name other than default' }],
      },
    );
  }
}

/**
 * A run of somebody else began with its first sample, when that is older than the call which opened it. Repeatable,
 * and the earliest of several senders wins.
 */
export async function moveStart(ctx: ServiceContext, run: RunRecord, firstMs: number | null): Promise<void> {
  if (run.executor !== 'external' || firstMs === null) return;
  if (run.startedAtMs !== null && run.startedAtMs <= firstMs) return;
  const guard = { status: run.status, startsAfterMs: firstMs };
  await ctx.repos.runs.change(run.id, guard, { startedAtMs: firstMs });
}
