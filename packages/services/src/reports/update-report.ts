import type { ReportSummary, UpdateReport } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { toReportSummary } from './report-summary.ts';

/** Changes who may read a report. Its content never changes; revoking is for good. */
export async function updateReport(
  ctx: ServiceContext,
  input: UpdateReport & { id: string },
): Promise<ReportSummary> {
  requireScope(ctx, 'launch');
  const record = await ctx.repos.reports.update(ctx.actor.projectId, input.id, {
    ...(input.visibility === undefined ? {} : { visibility: input.visibility }),
    ...(input.revoked === undefined ? {} : { revokedAtMs: ctx.clock.nowMs() }),
  });
  if (!record) throw new ProofloadError('not-found', `There is no report ${input.id}`);
  return toReportSummary(record, ctx.config.baseUrl);
}
