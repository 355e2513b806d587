import { createHash } from 'node:crypto';
import type { SavedView, SaveView } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toView } from './to-view.ts';

/** States that a project may keep, those behind short addresses among them. */
const maxViews = 20_000;
/** Characters of a short address: 40 bits, far beyond `maxViews` squared. */
const idLength = 10;

/**
 * Keeps the state of a page by a name, or behind a short address. The same state has the same short address; a name that
 * is there on that page already gets the new state.
 * @throws ProofloadError `conflict` when the project keeps too many
 */
export async function saveView(ctx: ServiceContext, { name, path, search }: SaveView): Promise<SavedView> {
  requireScope(ctx, 'launch');
  const { projectId } = ctx.actor;
  if ((await ctx.repos.savedViews.count(projectId)) >= maxViews) {
    throw new ProofloadError(
      'conflict',
      `The project keeps ${maxViews} views already: delete some of those with a name first`,
    );
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([path, search]))
    .digest();
  const record = await ctx.repos.savedViews.save(projectId, {
    id: name === undefined ? toShortId(digest) : ctx.newId(),
    name: name ?? null,
    path,
    search,
    createdAtMs: ctx.clock.nowMs(),
    createdBy: ctx.actor.name,
  });
  return toView(ctx, record);
}

const toShortId = (digest: Buffer): string =>
  digest.readBigUInt64BE().toString(36).padStart(13, '0').slice(-idLength);
