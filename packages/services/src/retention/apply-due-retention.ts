import { ProofloadError } from '@proofload/domain';
import { asSystem, type ServiceContext } from '../context.ts';
import { carryOut } from './carry-out.ts';
import { removeContents } from './remove-contents.ts';

/** Runs that are measured in one round, so that no round takes long. */
const measuredPerRound = 500;
/** Fields of runs that are looked at in one round. */
const fieldsPerRound = 5000;

/** Where a worker is in what takes many rounds; one that begins anew loses nothing. */
export interface Upkeep {
  afterFieldId: number;
}

/**
 * What workers do for retention: measure runs that ended, forget fields that no run has, remove contents that somebody left behind, and carry out the
 * rules of projects that are due. A worker takes a project by moving its next time on, so that one of them does it.
 * @param options.everyMs how often rules are carried out
 * @param options.upkeep is moved on
 */
export async function applyDueRetention(
  ctx: ServiceContext,
  options: { everyMs: number; signal: AbortSignal; upkeep?: Upkeep },
): Promise<void> {
  const { everyMs, signal } = options;
  await ctx.repos.storageUse.measure(measuredPerRound);
  const { upkeep = { afterFieldId: 0 } } = options;
  upkeep.afterFieldId = await ctx.repos.runFields.forgetUnused(upkeep.afterFieldId, fieldsPerRound);
  await removeContents(ctx, { signal });
  while (!signal.aborted) {
    const nowMs = ctx.clock.nowMs();
    const claimed = await ctx.repos.retention.claimDue(nowMs, nowMs + everyMs);
    if (!claimed) return;
    const { projectId, rules } = claimed;
    try {
      const { samples, artifacts, logs, failed } = await carryOut(asSystem(ctx, projectId), rules, {
        signal,
      });
      await ctx.repos.retention.noteApplied(projectId, ctx.clock.nowMs());
      if (samples.runs + artifacts.runs + logs.runs + failed > 0) {
        ctx.log.info('The rules of retention were carried out', {
          ...{ projectId, samples, artifacts, logs, failed },
        });
      }
    } catch (error) {
      // A project whose reports cannot be read keeps everything; the others are not held up by it.
      if (!(error instanceof ProofloadError)) throw error;
      ctx.log.error('The rules of retention could not be carried out', { projectId, error: error.message });
    }
  }
}
