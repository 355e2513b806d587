import type { CompareQuery } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireFound } from '../not-found.ts';
import type { CompareContext } from './compare-context.ts';

/** Runs that one comparison holds. */
const maxRuns = 200;

export interface RunSelection {
  runs: RunRecord[];
  warnings: string[];
}

/** The runs of a query: by id in the order given, or of a sweep, or the newest of an experiment. */
export async function selectRuns(ctx: CompareContext, query: CompareQuery): Promise<RunSelection> {
  const selected = await selectAll(ctx, query);
  if (query.treatments === undefined) return selected;
  const keys = splitList(query.treatments, ';');
  return { ...selected, runs: selected.runs.filter(({ treatment }) => keys.includes(treatment)) };
}

/** The entries of a list in a query, without empty ones and repetitions. */
export function splitList(text: string, separator: string): string[] {
  return [...new Set(text.split(separator).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

async function selectAll(ctx: CompareContext, query: CompareQuery): Promise<RunSelection> {
  const { projectId } = ctx.actor;
  if (query.runs !== undefined)
    return { runs: await selectByIds(ctx, splitList(query.runs, ',')), warnings: [] };
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

async function selectByIds(ctx: CompareContext, ids: readonly string[]): Promise<RunRecord[]> {
  if (ids.length > maxRuns) throw refuse('invalid', `expected at most ${maxRuns} runs, not ${ids.length}`);
  const found = await ctx.repos.runs.findMany(ctx.actor.projectId, { ids }, maxRuns);
  const byId = new Map(found.map((run) => [run.id, run]));
  const unknown = ids.filter((id) => !byId.has(id));
  if (unknown.length > 0) throw refuse('not-found', `there is no run ${unknown.slice(0, 20).join(', ')}`);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function limited(runs: RunRecord[]): RunSelection {
  if (runs.length <= maxRuns) return { runs, warnings: [] };
  return { runs: runs.slice(0, maxRuns), warnings: [`Only the newest ${maxRuns} runs are compared`] };
}

function refuse(code: 'invalid' | 'not-found', message: string): ProofloadError {
  return new ProofloadError(code, `runs: ${message}`, { fields: [{ field: 'runs', message }] });
}
