import { type Better, createRandom } from '@proofload/domain';
import {
  fewestForChangePoints,
  findChangePoints,
  type Interval,
  mean,
  mostForChangePoints,
  ratioOfMeans,
  ratioOfMeansInterval,
} from '@proofload/stats';

/** Runs with a value from which on changes are looked for. */
export const fewestForHistory = fewestForChangePoints;

/** A run of a history with the value of one measurement. */
export interface HistoryValue {
  run: string;
  value: number;
}

export interface HistoryChange {
  /** The first run after the change. */
  run: string;
  /** Its place in the history that was looked at. */
  index: number;
  probability: number;
  /** Means up to the changes before and after. */
  before: number;
  after: number;
  ratio: number | null;
  interval: Interval | null;
  direction: 'better' | 'worse' | 'different';
}

export interface HistoryChanges {
  n: number;
  /** Runs that were left out because only the newest 500 are looked at. */
  leftOut: number;
  /** Null, or why there is no answer. */
  note: string | null;
  changes: HistoryChange[];
}

/**
 * Where a measurement changed along a history of runs, oldest first. The seed is fixed, so that a history gets the same
 * answer wherever and whenever it is asked.
 */
export function findHistoryChanges(
  history: readonly HistoryValue[],
  { better, level = 0.05, seed = 20_140_101 }: { better: Better; level?: number; seed?: number },
): HistoryChanges {
  const newest = history.slice(-mostForChangePoints);
  const base = { n: newest.length, leftOut: history.length - newest.length };
  if (newest.length < fewestForChangePoints) {
    const note = `not assessable with ${newest.length} runs: changes are looked for from ${fewestForChangePoints} on`;
    return { ...base, note, changes: [] };
  }
  const values = newest.map(({ value }) => value);
  const found = findChangePoints(values, { random: createRandom(seed), level });
  const edges = [0, ...found.map(({ index }) => index), values.length];
  const changes = found.map(({ index, probability }, place): HistoryChange => {
    const before = values.slice(edges[place], index);
    const after = values.slice(index, edges[place + 2]);
    const [from, to] = [mean(before) ?? 0, mean(after) ?? 0];
    return {
      run: newest[index]?.run ?? '',
      index,
      probability,
      before: from,
      after: to,
      ratio: ratioOfMeans(after, before),
      interval: ratioOfMeansInterval(after, before),
      direction:
        better === 'none' || from === to
          ? 'different'
          : to > from === (better === 'higher')
            ? 'better'
            : 'worse',
    };
  });
  return { ...base, note: null, changes };
}
