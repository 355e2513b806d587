import type { RunRecord } from '@proofload/db';
import type { ServiceContext } from '../context.ts';

export interface DefinitionSource {
  experiment: string;
  version: number;
  source: string;
}

/** The definitions that some runs were launched with and evaluated by, as their authors wrote them. */
export async function readDefinitionSources(
  ctx: Pick<ServiceContext, 'repos'>,
  runs: readonly RunRecord[],
): Promise<DefinitionSource[]> {
  const used = new Map<string, { experimentId: string; version: number }>();
  for (const { experimentId, experimentVersion, evaluatedVersion } of runs) {
    // How the load came about, and how it was measured.
    for (const version of [experimentVersion, evaluatedVersion]) {
      if (experimentId !== null && version !== null)
        used.set(`${experimentId} ${version}`, { experimentId, version });
    }
  }
  const definitions: DefinitionSource[] = [];
  for (const { experimentId, version } of used.values()) {
    const found = await ctx.repos.experiments.findVersion(experimentId, version);
    if (found) definitions.push({ experiment: found.name, version: found.version, source: found.source });
  }
  return definitions.sort((a, b) =>
    a.experiment === b.experiment ? a.version - b.version : a.experiment < b.experiment ? -1 : 1,
  );
}
