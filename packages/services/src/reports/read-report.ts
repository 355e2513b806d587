import { renderReport } from '@proofload/analysis';
import type { Report } from '@proofload/contracts';
import type { ReportRecord, ReportRepository } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { Actor } from '../context.ts';
import { toReportSummary } from './report-summary.ts';
import { decodeSnapshot } from './snapshot-codec.ts';

/** Whoever follows a permalink: a ServiceContext, or the same without an actor. */
export interface ReportReader {
  repos: { reports: ReportRepository };
  config: { baseUrl: string };
  actor: Actor | null;
}

/**
 * A frozen report. Members of its project read it always, others while it is shared by link and not revoked; to them a
 * private, a revoked and a missing report look alike.
 */
export async function readReport(reader: ReportReader, input: { id: string }): Promise<Report> {
  const found = await reader.repos.reports.find(input.id);
  if (!found || !mayRead(reader.actor, found))
    throw new ProofloadError('not-found', `There is no report ${input.id}`);
  const snapshot = await decodeSnapshot(found);
  return { ...toReportSummary(found, reader.config.baseUrl), note: found.note, snapshot };
}

/** The same as GitHub Markdown. */
export async function exportReportText(reader: ReportReader, input: { id: string }): Promise<string> {
  return renderReport(await readReport(reader, input));
}

function mayRead(actor: Actor | null, report: ReportRecord): boolean {
  if (report.visibility === 'link' && report.revokedAtMs === null) return true;
  return actor !== null && actor.projectId === report.projectId && actor.scopes.has('read');
}
