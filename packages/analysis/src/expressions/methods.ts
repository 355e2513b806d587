import { type Better, createRandom, exactly, factOf, type Method, type ParamValue } from '@proofload/domain';
import type { CurveLevel } from '../curve-level.ts';
import { describeCurve } from '../response-curve.ts';
import { type KnownNumber, NoNumber, plainNumber } from './known-number.ts';
import type { SelectedValues } from './select-values.ts';

/** The same draws for the same runs, so that a report says the same each time. */
const seed = 1;

/**
 * What a method finds along a factor: `knee`, the least level from which on more brings no more; `efficiency`, how much
 * of the growth of the factor the last level turns into gain.
 */
export function evaluateMethod(
  method: Method,
  selected: SelectedValues,
  factor: string,
  notes: Set<string>,
): KnownNumber {
  const levels = levelsOf(selected, factor);
  const [better, ...others] = betterOf(selected);
  if (better === undefined || better === 'none' || others.length > 0)
    throw new NoNumber('not-assessable', `${method} needs a measurement with a better side, higher or lower`);
  const { knee, points } = describeCurve(levels, { better, random: createRandom(seed) });
  if (method === 'efficiency') {
    const last = points.at(-1);
    if (!last?.efficiency)
      throw new NoNumber('not-assessable', 'There is no efficiency: expected two levels above zero, or more');
    if (last.efficiency.isSuperLinear) notes.add('more than the factor explains: something else changed');
    if (last.efficiency.interval === null) notes.add('not assessable without replicates at both ends');
    return { ...plainNumber(exactly(last.efficiency.value), 'ratio'), interval: last.efficiency.interval };
  }
  if (knee.level === null) throw new NoNumber('not-assessable', `There is no knee: ${sayKnee[knee.kind]}`);
  if (knee.range === null) notes.add('where the knee lies is not assessable at n=1');
  else if (knee.range.from !== knee.range.to)
    notes.add(`95 % of draws lie between ${knee.range.from} and ${knee.range.to}`);
  return plainNumber(exactly(Number(knee.level)), '');
}

const sayKnee = {
  none: 'expected at least three levels with values above zero',
  flat: 'the first level is as good as the best',
  open: 'only the last level is the best, so that more might be better still',
  knee: '',
  peak: '',
} as const;

function levelsOf({ values, unit }: SelectedValues, factor: string): CurveLevel[] {
  const byLevel = new Map<number, number[]>();
  for (const { run, amount } of values) {
    const level = toLevel(factOf(run, factor));
    if (level === null)
      throw new NoNumber('not-assessable', `The run ${run.id} has no number for the factor ${factor}`);
    if (amount.kind !== 'exact')
      throw new NoNumber('not-assessable', `The value of run ${run.id} is only known as a range (${unit})`);
    byLevel.set(level, [...(byLevel.get(level) ?? []), amount.value]);
  }
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, numbers]) => ({ name: String(level), amount: level, values: numbers }));
}

function toLevel(value: ParamValue | undefined): number | null {
  if (value === undefined || typeof value === 'boolean' || value === '') return null;
  const level = Number(value);
  return Number.isFinite(level) ? level : null;
}

function betterOf({ values, measurement }: SelectedValues): Better[] {
  return [...new Set(values.flatMap(({ run }) => run.measurements[measurement]?.better ?? []))];
}
