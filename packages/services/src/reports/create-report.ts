import { randomBytes } from 'node:crypto';
import type { CreateReport, Report } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { freezeView } from './freeze-view.ts';
import { toReportSummary } from './report-summary.ts';
import { encodeSnapshot } from './snapshot-codec.ts';

/**
 * Freezes a comparison into a report. The snapshot holds whatever the definitions hold, environment values included, so
 * secrets do not belong into a definition.
 */
export async function createReport(ctx: ServiceContext, input: CreateReport): Promise<Report> {
  requireScope(ctx, 'launch');
  const { title, note, visibility, view } = input;
  const snapshot = await freezeView(ctx, view);
  const { stored, digest } = await encodeSnapshot({ title, note, snapshot });
  const record = {
    // The address of a shared report is all that protects it, so it is 128 random bits and not a run's kind of id.
    id: randomBytes(16).toString('hex'),
    projectId: ctx.actor.projectId,
    title,
    note,
    visibility,
    digest,
    runCount: snapshot.comparison.runs.length,
    createdAtMs: ctx.clock.nowMs(),
    createdBy: ctx.actor.name,
  };
  const runs = snapshot.comparison.runs.map(({ id, samplesExpiredAt }) => ({
    id,
    hasSamples: samplesExpiredAt === null,
  }));
  if (!(await ctx.repos.reports.insert(record, stored, runs))) {
    throw new ProofloadError(
      'conflict',
      'Samples of these runs expired while they were being frozen; share the view again to freeze it without them',
    );
  }
  return { ...toReportSummary({ ...record, revokedAtMs: null }, ctx.config.baseUrl), note, snapshot };
}
