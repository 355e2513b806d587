import type { RetentionPass } from '@proofload/contracts';
import { keepEverything, ProofloadError, type RetentionRules } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { carryOut } from './carry-out.ts';

/** Runs that one call removes from: its caller waits for the answer. */
const maxRuns = 500;

/**
 * Carries out the rules of the project at once, or says what that would remove.
 * @param input.rules others to try out, in a dry run
 */
export async function applyRetention(
  ctx: ServiceContext,
  input: { dryRun: boolean; rules?: RetentionRules | undefined },
): Promise<RetentionPass> {
  requireScope(ctx, 'admin');
  if (input.rules !== undefined && !input.dryRun) {
    const message = 'expected only with dryRun=true; save the rules before they are carried out';
    throw new ProofloadError('invalid', `rules: ${message}`, { fields: [{ field: 'rules', message }] });
  }
  const { projectId } = ctx.actor;
  const stored = await ctx.repos.retention.find(projectId);
  const rules = input.rules ?? stored?.rules ?? keepEverything;
  if (input.dryRun) return carryOut(ctx, rules, { dryRun: true });
  const pass = await carryOut(ctx, rules, { maxRuns });
  const nowMs = ctx.clock.nowMs();
  await ctx.repos.retention.noteApplied(projectId, nowMs, pass.complete ? undefined : { atMs: nowMs });
  return pass;
}
