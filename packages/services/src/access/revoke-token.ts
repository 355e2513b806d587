import type { Token } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toToken } from './issue-token.ts';
import { forgetTokens } from './recall-token.ts';

/** Ends a token for good: at once in this process, within half a second in others. Revoking it again changes nothing. */
export async function revokeToken(ctx: ServiceContext, input: { id: string }): Promise<Token> {
  requireScope(ctx, 'admin');
  const record = await ctx.repos.access.revokeToken(ctx.actor.projectId, input.id, ctx.clock.nowMs());
  forgetTokens(ctx);
  if (!record) throw new ProofloadError('not-found', `There is no token ${input.id}`);
  return toToken(record);
}
