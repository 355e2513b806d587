import {
  type Bundle,
  type BundleRun,
  bundleFormat,
  bundleVersion,
  type ReportSnapshot,
  runsOfSnapshot,
} from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { requireScope, type ServiceContext } from '../context.ts';
import { findDraft } from '../drafts/draft-view.ts';
import { evaluateSource } from '../drafts/evaluate-draft.ts';
import { toInstant, toInstantOrNull } from '../instant.ts';
import { canonicalJson } from '../reports/canonical-json.ts';
import { type ReportReader, readReport } from '../reports/read-report.ts';
import { encodeSnapshot } from '../reports/snapshot-codec.ts';
import { toRunSummary } from '../runs/run-view.ts';
import { digestBundle, unpackRuns } from './bundle-file.ts';

type Reader = Pick<ServiceContext, 'repos' | 'clock' | 'config'> & ReportReader;

/**
 * A frozen report as one file that another instance imports. Whoever may read it may export it; its runs come along for
 * members of the project alone, since they say more than the page.
 */
export async function exportReport(reader: Reader, input: { id: string }): Promise<string> {
  const { id, title, note, createdAt, createdBy, digest, snapshot } = await readReport(reader, input);
  const report = { id, title, note, createdAt, createdBy, digest, snapshot };
  return writeBundle(reader, report, await readRuns(reader, id, snapshot));
}

/** A draft as it is now, with its numbers worked out, as such a file. Nothing is stored. */
export async function exportDraftBundle(ctx: ServiceContext, input: { name: string }): Promise<string> {
  requireScope(ctx, 'read');
  const { name, source, revision } = await findDraft(ctx, input.name);
  const evaluation = await evaluateSource(ctx, source, name);
  const snapshot = { version: 2 as const, draft: { name, revision, source }, evaluation };
  const { title } = evaluation;
  const { digest } = await encodeSnapshot({ title, note: '', snapshot });
  const createdAt = toInstant(ctx.clock.nowMs());
  const report = { id: null, title, note: '', createdAt, createdBy: ctx.actor.name, digest, snapshot };
  return writeBundle(ctx, report, await findBundleRuns(ctx, ctx.actor.projectId, snapshot));
}

function writeBundle(
  { config, clock }: Pick<Reader, 'config' | 'clock'>,
  report: Bundle['report'],
  runs: Bundle['runs'],
): string {
  return canonicalJson({
    format: bundleFormat,
    version: bundleVersion,
    exportedFrom: config.baseUrl,
    exportedAt: toInstant(clock.nowMs()),
    report,
    runs,
    digest: digestBundle({ report, runs }),
  });
}

async function readRuns(reader: Reader, id: string, snapshot: ReportSnapshot): Promise<Bundle['runs']> {
  const { actor } = reader;
  const record = await reader.repos.reports.find(id);
  if (actor === null || actor.projectId !== record?.projectId || !actor.scopes.has('read')) return [];
  // Runs of an imported report are no runs of this project, even if one has the same id.
  if (record.origin === null) return findBundleRuns(reader, record.projectId, snapshot);
  const packed = await reader.repos.reports.findBundleRuns(id);
  return packed === null ? [] : unpackRuns(packed);
}

async function findBundleRuns(
  { repos, config }: Pick<Reader, 'repos' | 'config'>,
  projectId: string,
  snapshot: ReportSnapshot,
): Promise<Bundle['runs']> {
  const ids = runsOfSnapshot(snapshot);
  const found = await repos.runs.findMany(projectId, { ids }, ids.length);
  return found.sort((a, b) => (a.id < b.id ? -1 : 1)).map((run) => toBundleRun(run, config.baseUrl));
}

function toBundleRun(run: RunRecord, baseUrl: string): BundleRun {
  const { id, name, experiment, executor, params, labels, treatment, replicate, outcome, reason, ...rest } =
    toRunSummary(run, baseUrl);
  return {
    ...{ id, name, experiment, executor, params, labels, treatment, replicate, outcome, reason },
    definitionVersion: run.evaluatedVersion ?? run.experimentVersion,
    startedAt: rest.startedAt,
    finishedAt: rest.finishedAt,
    phases: run.phases.map(({ name: phase, startMs, endMs }) => ({
      name: phase,
      from: toInstant(startMs),
      to: toInstantOrNull(endMs),
    })),
    environment: { ...run.environment },
    measurements: rest.measurements,
    slos: rest.slos,
    citation: rest.citation,
  };
}
