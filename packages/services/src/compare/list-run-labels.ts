import type { RunLabels, RunsQuery } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import type { ExperimentDefinition } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRuns } from '../runs/find-runs.ts';
import { readStatedUnits, unitOf } from '../series/stated-units.ts';
import { chooseBalance, chooseBreakdown, chooseLatency } from './choose-labels.ts';

type LabelContext = Pick<ServiceContext, 'actor' | 'repos' | 'samples'>;

/** What metrics of some runs can be taken apart by, with what is looked at first. Runs whose samples expired have none. */
export async function listRunLabels(ctx: LabelContext, { runs: ids }: RunsQuery): Promise<RunLabels> {
  requireScope(ctx, 'read');
  const runs = (await findRuns(ctx, ids)).filter(({ samplesExpiredAtMs }) => samplesExpiredAtMs === null);
  return describeLabels(ctx, runs);
}

/** The same of runs that were read already. */
async function describeLabels(ctx: LabelContext, runs: readonly RunRecord[]): Promise<RunLabels> {
  if (runs.length === 0)
    return { metrics: [], windows: [], defaults: { balance: null, breakdown: null, latency: null } };
  const [metrics, unitsOf, definition] = await Promise.all([
    ctx.samples.listLabels(runs.map(({ key }) => key)),
    readStatedUnits(ctx, runs),
    readNewestDefinition(ctx, runs),
  ]);
  const stated = runs[0] ? unitsOf(runs[0]) : new Map<string, string>();
  const phases = runs.flatMap((run) => run.phases.map(({ name }) => name));
  return {
    metrics: metrics.map((one) => ({ ...one, unit: unitOf(one, stated) })),
    windows: [...new Set([...Object.keys(definition?.windows ?? {}), ...phases])].slice(0, 200),
    defaults: {
      balance: chooseBalance(metrics, definition),
      breakdown: chooseBreakdown(metrics),
      latency: chooseLatency(metrics),
    },
  };
}

/** The newest version of the experiment that all runs belong to: what of it is shown of runs, not what was measured. */
export async function readNewestDefinition(
  ctx: Pick<ServiceContext, 'actor' | 'repos'>,
  runs: readonly RunRecord[],
): Promise<ExperimentDefinition | null> {
  const name = runs[0]?.experimentName ?? null;
  if (name === null || runs.some(({ experimentName }) => experimentName !== name)) return null;
  return (await ctx.repos.experiments.find(ctx.actor.projectId, name))?.definition ?? null;
}
