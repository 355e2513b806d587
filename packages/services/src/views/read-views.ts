import type { ListViewsQuery, SavedView } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { requireFound } from '../not-found.ts';
import { toView } from './to-view.ts';

const maxListed = 500;

/** The views with a name, of one page or of all. */
export async function listViews(ctx: ServiceContext, query: ListViewsQuery): Promise<{ items: SavedView[] }> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.savedViews.listNamed(ctx.actor.projectId, query.path ?? null, maxListed);
  return { items: records.map((record) => toView(ctx, record)) };
}

/** A view by the id of its short address. */
export async function readView(ctx: ServiceContext, { id }: { id: string }): Promise<SavedView> {
  requireScope(ctx, 'read');
  return toView(ctx, requireFound(await ctx.repos.savedViews.find(ctx.actor.projectId, id), `view ${id}`));
}
