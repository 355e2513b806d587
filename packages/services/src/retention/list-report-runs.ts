import { runsOfSnapshot } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { decodeSnapshot } from '../reports/snapshot-codec.ts';

/** A snapshot is up to 32 MiB when it is unpacked. */
const batch = 10;

/**
 * Lists the runs of reports that were frozen before they were listed. Throws `conflict` when one of them cannot be read:
 * then nobody knows what it protects, and nothing of its project may expire.
 */
export async function listReportRuns(ctx: Pick<ServiceContext, 'repos' | 'actor' | 'log'>): Promise<void> {
  for (;;) {
    const reports = await ctx.repos.reports.findUnlisted(ctx.actor.projectId, batch);
    if (reports.length === 0) return;
    for (const report of reports) {
      const snapshot = await decodeSnapshot(report).catch((cause: unknown) => {
        throw new ProofloadError(
          'conflict',
          `The report ${report.id} cannot be read, so that nobody knows which runs it protects; nothing expires until it is revoked`,
          { cause },
        );
      });
      await ctx.repos.reports.listRuns(report, runsOfSnapshot(snapshot));
    }
  }
}
