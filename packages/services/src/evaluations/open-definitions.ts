import type { ComparableRun } from '@proofload/analysis';
import type { RunRecord } from '@proofload/db';
import type { ExperimentDefinition } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

/** The definitions that evaluated some runs, read at once. */
export async function openDefinitions(
  ctx: Pick<ServiceContext, 'repos'>,
  runs: readonly RunRecord[],
): Promise<(run: Pick<ComparableRun, 'experiment' | 'evaluatedVersion'>) => ExperimentDefinition | null> {
  const keys = new Map<string, { experimentId: string; version: number; name: string | null }>();
  for (const { experimentId, experimentName: name, evaluatedVersion: version } of runs) {
    if (experimentId !== null && version !== null)
      keys.set(`${experimentId} ${version}`, { experimentId, version, name });
  }
  const found = await ctx.repos.experiments.findDefinitions(
    [...keys.values()].map(({ experimentId, version }) => ({ experimentId, version })),
  );
  // Names are unique within a project, and a comparison does not leave it.
  const byName = new Map(
    found.map(({ experimentId, version, definition }) => [
      `${keys.get(`${experimentId} ${version}`)?.name} ${version}`,
      definition,
    ]),
  );
  return ({ experiment, evaluatedVersion }) => byName.get(`${experiment} ${evaluatedVersion}`) ?? null;
}
