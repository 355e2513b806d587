import type { CompareQuery } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { requireFound } from '../not-found.ts';
import { findRuns, maxRuns } from '../runs/find-runs.ts';
import { splitList } from '../split-list.ts';
import type { CompareContext } from './compare-context.ts';

/** Runs that are compared, as whoever asks about them more than once keeps them. */
export interface RunSelection {
  runs: readonly RunRecord[];
  /** Whether they are in the order that they shall be shown in; else they come as the definition has them. */
  isOrdered: boolean;
  warnings: readonly string[];
}

/** The runs of a query: by id in the order given, or of a sweep, or the newest of an experiment. */
export async function selectRuns(ctx: CompareContext, query: CompareQuery): Promise<RunSelection> {
  const selected = await selectAll(ctx, query);
  if (query.treatments === undefined) return selected;
  const keys = splitList(query.treatments, ';');
  return { ...selected, runs: selected.runs.filter(({ treatment }) => keys.includes(treatment)) };
}

async function selectAll(ctx: CompareContext, query: CompareQuery): Promise<RunSelection> {
  const { projectId } = ctx.actor;
  if (query.runs !== undefined)
    return { runs: await findRuns(ctx, query.runs), isOrdered: true, warnings: [] };
  if (query.sweep !== undefined) {
    const sweep = requireFound(await ctx.repos.sweeps.find(query.sweep, projectId), `sweep ${query.sweep}`);
    return limited(await ctx.repos.runs.findMany(projectId, { sweepId: sweep.id }, maxRuns + 1));
  }
  const name = query.experiment ?? '';
  const experiment = requireFound(await ctx.repos.experiments.find(projectId, name), `experiment ${name}`);
  return limited(
    await ctx.repos.runs.findMany(projectId, { experimentId: experiment.experimentId }, maxRuns + 1),
  );
}

function limited(runs: RunRecord[]): RunSelection {
  if (runs.length <= maxRuns) return { runs, isOrdered: false, warnings: [] };
  return {
    runs: runs.slice(0, maxRuns),
    isOrdered: false,
    warnings: [`Only the newest ${maxRuns} runs are compared`],
  };
}
