import type { SampleStore } from '@proofload/db';
import { type Points, planReads } from '@proofload/series';
import type { ExportedSeries } from './exported-series.ts';

/** Further from 1970 than any sample is. */
const beyondMs = 2 ** 51;
const everything = { fromMs: -beyondMs, toMs: beyondMs };

export interface SeriesPart {
  series: ExportedSeries;
  points: Points;
}

/**
 * Points of series, one series after the other and each in order of time, in parts that fit into memory: many small
 * series with one query, a long one in several stretches of time.
 */
export async function* readParts(
  samples: Pick<SampleStore, 'readPoints'>,
  runKey: bigint,
  series: readonly ExportedSeries[],
  atATime?: number,
): AsyncGenerator<SeriesPart, void> {
  for (const { group, stretches } of planReads(series, everything, atATime)) {
    for (const { fromMs, toMs } of stretches) {
      const points = await samples.readPoints(runKey, group, fromMs, toMs);
      for (const one of group) {
        const found = points.get(one.seriesId);
        if (found && found.times.length > 0) yield { series: one, points: found };
      }
    }
  }
}
