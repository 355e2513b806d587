import type { ComparisonSnapshot, CreateReport, Report } from '@proofload/contracts';
import { requireScope, type ServiceContext } from '../context.ts';
import { freezeView } from './freeze-view.ts';
import { storeReport } from './store-report.ts';

/**
 * Freezes a comparison into a report. The snapshot holds whatever the definitions hold, environment values included, so
 * secrets do not belong into a definition.
 */
export async function createReport(
  ctx: ServiceContext,
  input: CreateReport,
): Promise<Report & { snapshot: ComparisonSnapshot }> {
  requireScope(ctx, 'launch');
  const { title, note, visibility, view } = input;
  const snapshot = await freezeView(ctx, view);
  const runs = snapshot.comparison.runs.map(({ id, samplesExpiredAt }) => ({
    id,
    hasSamples: samplesExpiredAt === null,
  }));
  return storeReport(ctx, { title, note, visibility, snapshot, runs });
}
