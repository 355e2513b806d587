import type { RunFieldList } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';

const maxFields = 500;
const maxValues = 30;

/** The parameters, measurements and labels of the project's runs, with the first texts that each has had. */
export async function listRunFields(ctx: ServiceContext): Promise<RunFieldList> {
  requireScope(ctx, 'read');
  const found = await ctx.repos.runFields.list(ctx.actor.projectId, {
    fields: maxFields + 1,
    values: maxValues,
  });
  return { items: found.slice(0, maxFields), isCut: found.length > maxFields };
}
