import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';

/** Deletes a study with the runs that it brought. Its experiments, and runs of one's own of them, stay. */
export async function deleteStudy(ctx: ServiceContext, { name }: { name: string }): Promise<void> {
  requireScope(ctx, 'launch');
  const isDeleted = await ctx.repos.studies.delete(ctx.actor.projectId, name);
  requireFound(isDeleted || null, `study ${name}`);
}
