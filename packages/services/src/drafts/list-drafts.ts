import type { Draft, DraftList } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findDraft, toDraft, toDraftSummary } from './draft-view.ts';

const maxListed = 500;

/** The drafts of the project, the one changed last first. */
export async function listDrafts(ctx: ServiceContext): Promise<DraftList> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.reportDrafts.list(ctx.actor.projectId, maxListed);
  return { items: records.map((record) => toDraftSummary(record, ctx.config.baseUrl)) };
}

export async function readDraft(ctx: ServiceContext, input: { name: string }): Promise<Draft> {
  requireScope(ctx, 'read');
  return toDraft(await findDraft(ctx, input.name), ctx.config.baseUrl);
}

/** Forgets a draft. Reports that were frozen from it stay. */
export async function deleteDraft(ctx: ServiceContext, input: { name: string }): Promise<void> {
  requireScope(ctx, 'launch');
  if (await ctx.repos.reportDrafts.delete(ctx.actor.projectId, input.name)) return;
  throw new ProofloadError('not-found', `There is no draft ${input.name}`);
}
