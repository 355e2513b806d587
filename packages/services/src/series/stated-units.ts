import { aggregateUnit, metricUnit } from '@proofload/analysis';
import type { RunRecord, StoredSeries } from '@proofload/db';
import type { ExperimentDefinition } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';

/** Units of metrics, by name, of which neither the samples nor the name say one. */
export type StatedUnits = ReadonlyMap<string, string>;

/**
 * The units that a definition gives to metrics: a query of Prometheus tells none, but who measures its greatest value in
 * bytes has said what it is. Measurements that disagree say nothing.
 */
export function stateUnits({ measurements }: Pick<ExperimentDefinition, 'measurements'>): StatedUnits {
  const stated = new Map<string, Set<string>>();
  for (const { of, unit } of Object.values(measurements)) {
    // An aggregate of a level that is in the unit of the level itself.
    if (unit === null || of.kind !== 'metric' || aggregateUnit('own', 'gauge', of.aggregate) !== 'own')
      continue;
    stated.set(of.metric, (stated.get(of.metric) ?? new Set()).add(unit));
  }
  const agreed = [...stated].flatMap(([metric, units]): [string, string][] => {
    const [unit, ...others] = units;
    return unit === undefined || others.length > 0 ? [] : [[metric, unit]];
  });
  return new Map(agreed);
}

/** Those of the versions that evaluated some runs, each read once; none for a run without an experiment. */
export async function readStatedUnits(
  ctx: Pick<ServiceContext, 'repos'>,
  runs: readonly RunRecord[],
): Promise<(run: RunRecord) => StatedUnits> {
  const read = new Map<string, StatedUnits>();
  for (const run of runs) {
    const { experimentId } = run;
    const version = run.evaluatedVersion ?? run.experimentVersion;
    if (experimentId === null || version === null || read.has(keyOf(run))) continue;
    const found = await ctx.repos.experiments.findVersion(experimentId, version);
    if (found) read.set(keyOf(run), stateUnits(found.definition));
  }
  return (run) => read.get(keyOf(run)) ?? new Map();
}

const keyOf = ({ experimentId, experimentVersion, evaluatedVersion }: RunRecord): string =>
  `${experimentId} ${evaluatedVersion ?? experimentVersion}`;

/** The unit to show values of a series in: its own; of a level also that of its name, or the stated one. */
export function unitOf(
  { metric, kind, unit }: Pick<StoredSeries, 'metric' | 'kind' | 'unit'>,
  stated: StatedUnits,
): string | null {
  if ((unit !== null && unit !== '') || kind !== 'gauge') return unit;
  return metricUnit(metric, null) || (stated.get(metric) ?? unit);
}
