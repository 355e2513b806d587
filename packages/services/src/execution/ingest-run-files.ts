import { createReadStream } from 'node:fs';
import type { RunRecord } from '@proofload/db';
import { isDatabaseAway } from '@proofload/db';
import type { WorkloadFile } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';
import { ingestK6, ingestOpenMetrics, ingestResults } from '../ingest/index.ts';

const ingest = { k6: ingestK6, results: ingestResults, openmetrics: ingestOpenMetrics } as const;

/**
 * Reads the results that a workload left behind into its run, each file as a part of its name. A file that cannot be
 * read is a warning: the file itself is kept, and the rest of the run is as good.
 */
export async function ingestRunFiles(
  ctx: ServiceContext,
  run: RunRecord,
  files: readonly WorkloadFile[],
): Promise<void> {
  for (const { name, path, ingestAs } of files) {
    if (ingestAs === undefined) continue;
    try {
      const part = partOf(name);
      const report = await ingest[ingestAs](ctx, { runId: run.id, part, body: createReadStream(path) });
      await ctx.repos.timeline.addWarnings(run.id, report.warnings);
      const message = `${name} was read: ${report.format}, ${report.samples} samples in ${report.series} series`;
      await ctx.repos.timeline.appendLog(run.id, [{ atMs: ctx.clock.nowMs(), level: 'info', message }]);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      ctx.log.warn('A result of a workload could not be read', { runId: run.id, name, error: String(error) });
      await ctx.repos.timeline.addWarnings(run.id, [
        `The result ${name} could not be read: ${(error as Error).message}`,
      ]);
    }
  }
}

/** A part's name has neither folders nor unusual characters, and `default` belongs to the load generator. */
function partOf(name: string): string {
  const clean = name
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 64);
  return clean === '' || clean === 'default' ? 'result' : clean;
}
