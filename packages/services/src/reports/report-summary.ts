import type { ReportSummary } from '@proofload/contracts';
import type { ReportRecord } from '@proofload/db';

export function toReportSummary(record: ReportRecord, baseUrl: string): ReportSummary {
  return {
    id: record.id,
    url: new URL(`/r/${record.id}`, baseUrl).href,
    title: record.title,
    visibility: record.visibility,
    createdAt: new Date(record.createdAtMs).toISOString(),
    createdBy: record.createdBy,
    revokedAt: record.revokedAtMs === null ? null : new Date(record.revokedAtMs).toISOString(),
    digest: record.digest,
    runs: record.runCount,
    imported: record.origin && {
      from: record.origin.from,
      exportedAt: new Date(record.origin.exportedAtMs).toISOString(),
      at: new Date(record.origin.importedAtMs).toISOString(),
      by: record.origin.importedBy,
    },
  };
}
