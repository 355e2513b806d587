import { matchersOf, type ParsedDraft } from '@proofload/analysis';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { CompareContext } from '../compare/compare-context.ts';
import { compileSelections } from './compile-selections.ts';

/** Runs that all selections of a draft may want together. */
const maxRuns = 5000;

/** The runs that the expressions of a draft may be about, in one query. @throws `too-large` for more than 5000 */
export async function loadDraftRuns(ctx: CompareContext, draft: ParsedDraft): Promise<RunRecord[]> {
  const selections = matchersOf(draft);
  if (selections.length === 0) return [];
  const page = await ctx.repos.runList.list(ctx.actor.projectId, {
    filter: compileSelections(selections),
    sort: '-createdAt',
    limit: maxRuns,
    cursor: null,
  });
  if (page.nextCursor === null) return page.items;
  const message = `expected selections of at most ${maxRuns} runs together; name the experiment, or a label, in each`;
  throw new ProofloadError('too-large', `source: ${message}`, { fields: [{ field: 'source', message }] });
}
