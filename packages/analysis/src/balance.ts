import { gini, jainIndex, mean, variation } from '@proofload/stats';

/** One of those that load is spread over (a shard, a pod, a node) with its value over the window. */
export interface EntityValue {
  entity: string;
  value: number;
}

export interface Balance {
  /** From the greatest value to the least. */
  entities: EntityValue[];
  n: number;
  mean: number | null;
  least: EntityValue | null;
  greatest: EntityValue | null;
  /** Greatest minus least, in the unit of the values; null without entities. */
  range: number | null;
  /** Greatest over mean: 1 is even, n is all on one. Null for a mean of zero or below. */
  maxToMean: number | null;
  /** Standard deviation over mean, of entities that are all there are (divisor n). */
  variation: number | null;
  gini: number | null;
  /** Jain's index: 1 is even, 1/n is all on one. */
  jain: number | null;
  /** Entities that do nothing, those without data that were expected among them. */
  idle: string[];
  /** Expected entities without data that are not known to be idle. They are in no number. */
  absent: string[];
}

export interface BalanceOptions {
  /** Entities that there are, whether they have data or not. */
  expected?: readonly string[];
  /** What an expected entity without data is: a counter that never began is idle, a scrape that failed is not known. */
  absentIs?: 'idle' | 'unknown';
  /** The greatest value that counts as doing nothing, in the unit of the values. */
  idleUpTo?: number;
}

/** How evenly load is spread over entities: each entity counts once, whatever its number of series or samples. */
export function measureBalance(values: readonly EntityValue[], options: BalanceOptions = {}): Balance {
  const { expected = [], absentIs = 'unknown', idleUpTo = 0 } = options;
  const known = new Set(values.map(({ entity }) => entity));
  const missing = [...new Set(expected)].filter((entity) => !known.has(entity));
  const filled = absentIs === 'idle' ? missing.map((entity) => ({ entity, value: 0 })) : [];
  const entities = [...values, ...filled].sort((a, b) => b.value - a.value || (a.entity < b.entity ? -1 : 1));
  const numbers = entities.map(({ value }) => value);
  const [greatest, least] = [entities[0] ?? null, entities.at(-1) ?? null];
  const center = mean(numbers);
  return {
    entities,
    n: entities.length,
    mean: center,
    least,
    greatest,
    range: greatest && least && greatest.value - least.value,
    maxToMean: greatest && center !== null && center > 0 ? greatest.value / center : null,
    variation: variation(numbers, 'population'),
    gini: gini(numbers),
    jain: jainIndex(numbers),
    idle: entities.flatMap(({ entity, value }) => (value <= idleUpTo ? [entity] : [])),
    absent: absentIs === 'idle' ? [] : missing,
  };
}
