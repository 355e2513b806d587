import { parseDraft } from '@proofload/analysis';
import type { Draft, SaveDraft } from '@proofload/contracts';
import type { ReportDraftRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toDraft } from './draft-view.ts';
import { requireStorable } from './require-storable.ts';

const maxDrafts = 500;

/**
 * Saves a draft under a name. What is wrong with its numbers does not keep it from being saved: it is shown where it
 * stands, and saved work is not lost.
 */
export async function saveDraft(ctx: ServiceContext, input: SaveDraft & { name: string }): Promise<Draft> {
  requireScope(ctx, 'launch');
  const { name, source, revision } = input;
  const { projectId } = ctx.actor;
  requireStorable(source);
  const title = parseDraft(source).title ?? name;
  const before = await ctx.repos.reportDrafts.find(projectId, name);
  const nowMs = ctx.clock.nowMs();
  const change = { projectId, name, title, source, updatedAtMs: nowMs, updatedBy: ctx.actor.name };
  if (revision !== undefined && revision !== (before?.revision ?? 0)) throw changed(name, before);
  if (before) {
    if (!(await ctx.repos.reportDrafts.replace(change, before.revision))) throw changed(name, before);
    return toDraft({ ...before, ...change, revision: before.revision + 1 }, ctx.config.baseUrl);
  }
  if ((await ctx.repos.reportDrafts.count(projectId)) >= maxDrafts)
    throw new ProofloadError('conflict', `A project has at most ${maxDrafts} drafts; delete one first`);
  const draft = { ...change, id: ctx.newId(), revision: 1, createdAtMs: nowMs };
  if (!(await ctx.repos.reportDrafts.insert(draft))) throw changed(name, null);
  return toDraft(draft, ctx.config.baseUrl);
}

function changed(name: string, before: ReportDraftRecord | null): ProofloadError {
  const state = before
    ? `it is at revision ${before.revision}, changed by ${before.updatedBy}`
    : 'it was made or deleted meanwhile';
  const message = `expected the revision that is stored: ${state}`;
  return new ProofloadError('conflict', `The draft ${name} was changed by somebody else; ${state}`, {
    fields: [{ field: 'revision', message }],
  });
}
