import type { Who } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

/** Who the caller is, in which project, and what they may do there. */
export async function who(ctx: ServiceContext): Promise<Who> {
  const { actor } = ctx;
  if (actor.kind === 'system')
    throw new ProofloadError('forbidden', 'Only users and tokens have a name here');
  const project = await ctx.repos.access.findProjectName(actor.projectId);
  if (project === null) throw new ProofloadError('not-found', 'The project is gone');
  return { kind: actor.kind, name: actor.name, project, scopes: [...actor.scopes] };
}
