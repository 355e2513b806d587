import type { CreatedToken, CreateToken } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { issueToken } from './issue-token.ts';

/** Makes a token for the actor's project. Its secret is in this answer and nowhere else. */
export async function createToken(ctx: ServiceContext, input: CreateToken): Promise<CreatedToken> {
  requireScope(ctx, 'admin');
  const expiresAtMs = input.expiresAt === undefined ? null : Date.parse(input.expiresAt);
  if (expiresAtMs !== null && expiresAtMs <= ctx.clock.nowMs()) {
    const message = 'expected a time in the future';
    throw new ProofloadError('invalid', `expiresAt: ${message}`, {
      fields: [{ field: 'expiresAt', message }],
    });
  }
  return issueToken(ctx, {
    projectId: ctx.actor.projectId,
    name: input.name,
    scopes: input.scopes,
    expiresAtMs,
    createdBy: ctx.actor.name,
  });
}
