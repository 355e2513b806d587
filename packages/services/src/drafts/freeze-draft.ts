import { type FreezeDraft, type Report, runsOfSnapshot } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { storeReport } from '../reports/store-report.ts';
import { findDraft } from './draft-view.ts';
import { evaluateSource } from './evaluate-draft.ts';

/** Freezes a draft with its numbers, claims and figures as they are now into a report that no later change reaches. */
export async function freezeDraft(
  ctx: ServiceContext,
  input: FreezeDraft & { name: string },
): Promise<Report> {
  requireScope(ctx, 'launch');
  const { name, source, revision } = await findDraft(ctx, input.name);
  if (input.revision !== undefined && input.revision !== revision) {
    const message = `expected revision ${revision}, which is stored; the draft was changed meanwhile`;
    throw new ProofloadError('conflict', `revision: ${message}`, {
      fields: [{ field: 'revision', message }],
    });
  }
  const evaluation = await evaluateSource(ctx, source, name);
  const snapshot = { version: 2 as const, draft: { name, revision, source }, evaluation };
  // A draft shows no samples, so it is complete also when some of them have expired.
  const runs = runsOfSnapshot(snapshot).map((id) => ({ id, hasSamples: false }));
  const title = input.title ?? evaluation.title;
  return storeReport(ctx, { title, note: '', visibility: input.visibility, snapshot, runs });
}
