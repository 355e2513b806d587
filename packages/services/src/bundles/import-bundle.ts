import { randomBytes } from 'node:crypto';
import { type ImportedReport, runsOfSnapshot } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { fromInstant } from '../instant.ts';
import { toReportSummary } from '../reports/report-summary.ts';
import { encodeSnapshot } from '../reports/snapshot-codec.ts';
import { packRuns, readBundle } from './bundle-file.ts';

/**
 * Takes a bundle in as a private report of the project, with an address of its own. A report that the project has, by
 * its digest, is given back as it is.
 * @throws `too-large`, or `invalid` naming what is wrong with the file; nothing is stored then
 */
export async function importBundle(
  ctx: ServiceContext,
  input: { body: AsyncIterable<Uint8Array> },
): Promise<ImportedReport> {
  requireScope(ctx, 'launch');
  const { report, runs, exportedFrom, exportedAt } = await readBundle(input.body);
  const { title, note, snapshot, digest, createdAt, createdBy } = report;
  const encoded = await encodeSnapshot({ title, note, snapshot });
  if (encoded.digest !== digest) {
    const message = 'expected that of note, snapshot and title; the report was changed after it was frozen';
    throw new ProofloadError('invalid', `report.digest: ${message}`, {
      fields: [{ field: 'report.digest', message }],
    });
  }
  const { projectId } = ctx.actor;
  const known = await findKnown(ctx, digest);
  if (known) return known;
  const record = {
    id: randomBytes(16).toString('hex'),
    projectId,
    title,
    note,
    visibility: 'private' as const,
    digest,
    runCount: runsOfSnapshot(snapshot).length,
    createdAtMs: fromInstant(createdAt),
    createdBy,
    origin: {
      from: exportedFrom,
      exportedAtMs: fromInstant(exportedAt),
      importedAtMs: ctx.clock.nowMs(),
      importedBy: ctx.actor.name,
    },
  };
  const isNew = await ctx.repos.reports.insertImported(record, encoded.stored, await packRuns(runs));
  if (!isNew) {
    // Somebody who imported the same at the same time was faster.
    const other = await findKnown(ctx, digest);
    if (other) return other;
    throw new ProofloadError('conflict', 'The report was removed while it was imported; try again');
  }
  return { ...toReportSummary({ ...record, revokedAtMs: null }, ctx.config.baseUrl), unchanged: false };
}

async function findKnown(ctx: ServiceContext, digest: string): Promise<ImportedReport | null> {
  const found = await ctx.repos.reports.findByDigest(ctx.actor.projectId, digest);
  return found && { ...toReportSummary(found, ctx.config.baseUrl), unchanged: true };
}
