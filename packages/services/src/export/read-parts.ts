import type { SampleStore } from '@proofload/db';
import { bucketMs, type Points } from '@proofload/series';
import type { ExportedSeries } from './exported-series.ts';

/** Numbers that are in memory at a time, more or less. */
const numbersPerRead = 100_000;
/** A sketch takes about the memory of so many numbers. */
const numbersPerSketch = 8;
/** Series of one query: those with few points would otherwise make it long. */
const seriesPerRead = 500;
/** Further from 1970 than any sample is. */
const beyondMs = 2 ** 51;

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
  atATime = numbersPerRead,
): AsyncGenerator<SeriesPart, void> {
  for (const { group, stretches } of planReads(series, atATime)) {
    for (const { fromMs, toMs } of stretches) {
      const points = await samples.readPoints(runKey, group, fromMs, toMs);
      for (const one of group) {
        const found = points.get(one.seriesId);
        if (found && found.times.length > 0) yield { series: one, points: found };
      }
    }
  }
}

interface Read {
  group: ExportedSeries[];
  stretches: { fromMs: number; toMs: number }[];
}

function* planReads(series: readonly ExportedSeries[], atATime: number): Generator<Read, void> {
  let group: ExportedSeries[] = [];
  let size = 0;
  for (const one of series) {
    const own = estimateNumbers(one);
    if (group.length > 0 && (size + own > atATime || group.length >= seriesPerRead)) {
      yield { group, stretches: stretchesOf(group, size, atATime) };
      [group, size] = [[], 0];
    }
    group.push(one);
    size += own;
  }
  if (group.length > 0) yield { group, stretches: stretchesOf(group, size, atATime) };
}

function estimateNumbers({ kind, count, firstMs, lastMs }: ExportedSeries): number {
  if (kind === 'gauge' || kind === 'cumulative') return count;
  const seconds = Math.ceil(((lastMs ?? 0) - (firstMs ?? 0)) / bucketMs) + 1;
  return Math.min(count, seconds) * (kind === 'distribution' ? numbersPerSketch : 2);
}

/** Equal stretches of time; the first and the last have no end, so that what arrives meanwhile is in one of them. */
function stretchesOf(
  group: readonly ExportedSeries[],
  size: number,
  atATime: number,
): { fromMs: number; toMs: number }[] {
  const [first] = group;
  const number = Math.ceil(size / atATime);
  if (!first || group.length > 1 || number < 2) return [{ fromMs: -beyondMs, toMs: beyondMs }];
  const startMs = Math.floor((first.firstMs ?? 0) / bucketMs) * bucketMs;
  const lengthMs = Math.ceil(((first.lastMs ?? 0) - startMs) / number / bucketMs) * bucketMs;
  return Array.from({ length: number }, (_, index) => ({
    fromMs: index === 0 ? -beyondMs : startMs + index * lengthMs,
    toMs: index === number - 1 ? beyondMs : startMs + (index + 1) * lengthMs,
  }));
}
