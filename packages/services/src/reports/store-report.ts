import { randomBytes } from 'node:crypto';
import type { Report, ReportSnapshot } from '@proofload/contracts';
import type { FrozenRun, ReportVisibility } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { toReportSummary } from './report-summary.ts';
import { encodeSnapshot } from './snapshot-codec.ts';

/** Stores a frozen page with the runs that it protects from now on. */
export async function storeReport<S extends ReportSnapshot>(
  ctx: ServiceContext,
  input: {
    title: string;
    note: string;
    visibility: ReportVisibility;
    snapshot: S;
    runs: readonly FrozenRun[];
  },
): Promise<Report & { snapshot: S }> {
  const { title, note, visibility, snapshot, runs } = input;
  const { stored, digest } = await encodeSnapshot({ title, note, snapshot });
  const record = {
    // The address of a shared report is all that protects it, so it is 128 random bits and not a run's kind of id.
    id: randomBytes(16).toString('hex'),
    projectId: ctx.actor.projectId,
    title,
    note,
    visibility,
    digest,
    runCount: runs.length,
    createdAtMs: ctx.clock.nowMs(),
    createdBy: ctx.actor.name,
  };
  if (!(await ctx.repos.reports.insert(record, stored, runs))) {
    throw new ProofloadError(
      'conflict',
      'Samples of these runs expired while they were being frozen; share the view again to freeze it without them',
    );
  }
  return {
    ...toReportSummary({ ...record, revokedAtMs: null, origin: null }, ctx.config.baseUrl),
    note,
    snapshot,
  };
}
