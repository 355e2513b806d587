import type { ReportList } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { toReportSummary } from './report-summary.ts';

const maxListed = 500;

/** The project's newest reports, revoked ones too. */
export async function listReports(ctx: ServiceContext): Promise<ReportList> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.reports.list(ctx.actor.projectId, maxListed);
  return { items: records.map((record) => toReportSummary(record, ctx.config.baseUrl)) };
}
