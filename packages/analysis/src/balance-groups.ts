import type { Better } from '@proofload/domain';
import { mean } from '@proofload/stats';
import type { Balance } from './balance.ts';
import { compareValues } from './compare-values.ts';

/** The figures of a balance that are compared, and which side of each is the better one. */
export const balanceFigures = {
  entities: 'none',
  mean: 'none',
  least: 'none',
  greatest: 'none',
  range: 'lower',
  maxToMean: 'lower',
  variation: 'lower',
  gini: 'lower',
  jain: 'higher',
  idle: 'lower',
  absent: 'lower',
} as const satisfies Record<string, Better>;
export type BalanceFigure = keyof typeof balanceFigures;

/** Those that are in the unit of the values. */
const ownUnit: readonly BalanceFigure[] = ['mean', 'least', 'greatest', 'range'];

/** A number of several runs: their mean and how far they lie apart. */
export interface Replicated {
  n: number;
  mean: number | null;
  min: number | null;
  max: number | null;
}

export interface GroupBalance {
  group: string;
  /** Runs that count. */
  n: number;
  /** From the greatest mean to the least. */
  entities: (Replicated & { entity: string })[];
  /** Worked out run by run, then averaged: what is uneven in each run must not even out between them. */
  figures: Record<
    BalanceFigure,
    Replicated & { ratio: number | null; low: number | null; high: number | null; sentence: string }
  >;
}

/** The figures of one balance; null where there is none. */
export function figuresOf(balance: Balance): Record<BalanceFigure, number | null> {
  const { n, range, maxToMean, variation, gini, jain, idle, absent } = balance;
  return {
    entities: n,
    mean: balance.mean,
    least: balance.least?.value ?? null,
    greatest: balance.greatest?.value ?? null,
    range,
    maxToMean,
    variation,
    gini,
    jain,
    idle: idle.length,
    absent: absent.length,
  };
}

/**
 * Balances of replicates together, group by group, against the baseline.
 * @param groups balances of the runs that count, by group
 * @param unit of the values
 */
export function balanceGroups(
  groups: ReadonlyMap<string, readonly Balance[]>,
  baseline: string | null,
  unit: string | null,
): GroupBalance[] {
  const names = Object.keys(balanceFigures) as BalanceFigure[];
  const valuesOf = (balances: readonly Balance[], name: BalanceFigure): number[] =>
    balances.flatMap((balance) => figuresOf(balance)[name] ?? []);
  const reference = (baseline === null ? undefined : groups.get(baseline)) ?? [];
  return [...groups].map(([group, balances]) => ({
    group,
    n: balances.length,
    entities: averageEntities(balances),
    figures: Object.fromEntries(
      names.map((name) => {
        const values = valuesOf(balances, name);
        const { ratio, low, high, sentence } = compareValues(values, valuesOf(reference, name), {
          better: balanceFigures[name],
          unit: ownUnit.includes(name) ? unit : null,
        });
        return [name, { ...replicate(values), ratio, low, high, sentence }];
      }),
    ) as GroupBalance['figures'],
  }));
}

/** Mean, least and greatest of replicates. */
export function replicate(values: readonly number[]): Replicated {
  return {
    n: values.length,
    mean: mean(values),
    min: values.length === 0 ? null : values.reduce((least, value) => Math.min(least, value)),
    max: values.length === 0 ? null : values.reduce((most, value) => Math.max(most, value)),
  };
}

function averageEntities(balances: readonly Balance[]): GroupBalance['entities'] {
  const values = new Map<string, number[]>();
  for (const { entities } of balances) {
    for (const { entity, value } of entities) {
      const known = values.get(entity);
      if (known) known.push(value);
      else values.set(entity, [value]);
    }
  }
  return [...values]
    .map(([entity, own]) => ({ entity, ...replicate(own) }))
    .sort((a, b) => (b.mean ?? 0) - (a.mean ?? 0) || (a.entity < b.entity ? -1 : 1));
}
