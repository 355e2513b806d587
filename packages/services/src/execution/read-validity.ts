import { distinctSeries, findValidity, type RunData, type SeriesTotals } from '@proofload/analysis';
import type { ValidityFinding } from '@proofload/contracts';
import type { RunRecord } from '@proofload/db';
import { convertUnit } from '@proofload/domain';
import { readGap } from '../ingest/describe-gap.ts';
import { loadPhaseName } from './settle-load-phase.ts';

/** What a scrape of the load generator says of its processors, in percent or as a share. */
const generatorMetric = 'generator_cpu';

/**
 * What limits how far a run can be believed, from what is stored of it.
 * @param warnings of the run and of its sources
 */
export async function readValidity(
  run: Pick<RunRecord, 'phases'>,
  data: RunData,
  warnings: readonly string[],
): Promise<ValidityFinding[]> {
  const [dropped, generator, spans] = await Promise.all([
    data.listSeries({ metric: 'dropped_iterations', matchers: [] }),
    data.listSeries({ metric: generatorMetric, matchers: [] }),
    data.readSpans(),
  ]);
  const load = run.phases.find(({ name }) => name === loadPhaseName);
  return findValidity({
    load: load && load.endMs !== null ? { fromMs: load.startMs, toMs: load.endMs } : null,
    watched: watchedSources(spans),
    gaps: [...new Set(warnings)].flatMap((warning) => readGap(warning) ?? []),
    droppedIterations: distinctSeries(dropped).reduce((sum, series) => sum + series.sum, 0),
    generatorShare: mostShare(generator),
  });
}

/** Sources that are asked at intervals, so that what they have not seen is missing; each attempt has a span of its own. */
function watchedSources(spans: Awaited<ReturnType<RunData['readSpans']>>) {
  const watched: Record<string, { fromMs: number; toMs: number }[]> = {};
  for (const [origin, span] of Object.entries(spans)) {
    const source = /^(?:scrape|prometheus):[^@]*/.exec(origin)?.[0];
    if (source !== undefined) watched[source] = [...(watched[source] ?? []), span];
  }
  return watched;
}

function mostShare(series: readonly SeriesTotals[]): number | null {
  const shares = series.flatMap(({ max, unit }) =>
    max === null ? [] : (convertUnit(max, unit ?? '%', '%') ?? []),
  );
  return shares.length === 0 ? null : Math.max(...shares) / 100;
}
