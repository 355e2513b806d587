import type { Draft, DraftSummary } from '@proofload/contracts';
import type { ReportDraftRecord, ReportDraftSummary } from '@proofload/db';
import type { ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';
import { requireFound } from '../not-found.ts';
import { pageUrls } from '../page-urls.ts';

export function toDraftSummary(draft: ReportDraftSummary, baseUrl: string): DraftSummary {
  return {
    name: draft.name,
    title: draft.title,
    url: pageUrls(baseUrl).draft(draft.name),
    revision: draft.revision,
    createdAt: toInstant(draft.createdAtMs),
    updatedAt: toInstant(draft.updatedAtMs),
    updatedBy: draft.updatedBy,
  };
}

export const toDraft = (draft: ReportDraftRecord, baseUrl: string): Draft => ({
  ...toDraftSummary(draft, baseUrl),
  source: draft.source,
});

/** A draft of the actor's project. Throws `not-found`. */
export async function findDraft(
  ctx: Pick<ServiceContext, 'actor' | 'repos'>,
  name: string,
): Promise<ReportDraftRecord> {
  return requireFound(await ctx.repos.reportDrafts.find(ctx.actor.projectId, name), `draft ${name}`);
}
