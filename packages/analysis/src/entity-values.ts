import { mean } from '@proofload/stats';
import type { EntityValue } from './balance.ts';

/** A series with its value over the window, such as its average. */
export interface LabelledValue {
  labels: Readonly<Record<string, string>>;
  /** Null without data in the window. */
  value: number | null;
}

/** How several series of one entity make its value: what adds up (cores, bytes, requests) by the sum. */
export type EntityCombination = 'sum' | 'mean' | 'max';

export interface EntityValues {
  values: EntityValue[];
  /** Entities whose series have no data in the window. */
  empty: string[];
  /** Series without the label, which belong to no entity. */
  unlabelled: number;
}

/** One value for each entity, which is a value of the label: all series of a shard, pod or node together. */
export function combineByEntity(
  series: readonly LabelledValue[],
  label: string,
  combination: EntityCombination,
): EntityValues {
  const groups = new Map<string, number[]>();
  let unlabelled = 0;
  for (const { labels, value } of series) {
    const entity = Object.hasOwn(labels, label) ? labels[label] : undefined;
    if (entity === undefined || entity === '') {
      unlabelled += 1;
      continue;
    }
    const known = groups.get(entity) ?? [];
    if (value !== null) known.push(value);
    groups.set(entity, known);
  }
  const values: EntityValue[] = [];
  const empty: string[] = [];
  for (const [entity, numbers] of groups) {
    const average = mean(numbers);
    if (average === null) empty.push(entity);
    else values.push({ entity, value: combine(numbers, average, combination) });
  }
  return { values, empty, unlabelled };
}

function combine(numbers: readonly number[], average: number, combination: EntityCombination): number {
  if (combination === 'mean') return average;
  return combination === 'sum'
    ? average * numbers.length
    : numbers.reduce((most, value) => Math.max(most, value), -Infinity);
}
