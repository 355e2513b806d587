import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';

/** Deletes a view; what it shows stays. */
export async function deleteView(ctx: ServiceContext, { id }: { id: string }): Promise<void> {
  requireScope(ctx, 'launch');
  requireFound((await ctx.repos.savedViews.delete(ctx.actor.projectId, id)) || null, `view ${id}`);
}
