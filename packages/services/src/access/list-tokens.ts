import type { TokenList } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { toToken } from './issue-token.ts';

/** The project's tokens, newest first, revoked ones too; never a secret. */
export async function listTokens(ctx: ServiceContext): Promise<TokenList> {
  requireScope(ctx, 'admin');
  const records = await ctx.repos.access.listTokens(ctx.actor.projectId);
  return { items: records.map(toToken) };
}
