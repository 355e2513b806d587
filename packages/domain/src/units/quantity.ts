import { dataUnits } from './bytes.ts';
import { durationUnits } from './duration.ts';
import { ratioUnits } from './ratio.ts';

export interface Quantity {
  value: number;
  /** As written; empty when there was none. */
  unit: string;
}

const number = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(.*)$/is;

/** Parses `120ms`, `0.25%`, `1.5 GiB` or `100 requests/s`; null when it does not begin with a number. */
export function parseQuantity(text: string): Quantity | null {
  const match = number.exec(text.trim());
  if (!match) return null;
  const value = Number(match[1]);
  const unit = (match[2] ?? '').trim();
  return Number.isFinite(value) && unit.length <= 40 && !/[<>=\d]/.test(unit) ? { value, unit } : null;
}

const families = [durationUnits, dataUnits, ratioUnits];

/**
 * Converts between units of one family, and between rates whose units are (`kB/s` to `B/s`).
 * An empty unit stands for whatever the other one is; unknown units only convert to themselves.
 * @returns null when the units cannot be converted
 */
export function convertUnit(value: number, from: string, to: string): number | null {
  if (from === to || from === '' || to === '') return value;
  const [fromRate, toRate] = [spellRate(from), spellRate(to)];
  if (fromRate !== from || toRate !== to) return convertUnit(value, fromRate, toRate);
  for (const family of families) {
    const [own, other] = [factorOf(family, from), factorOf(family, to)];
    if (own !== undefined && other !== undefined) return (value * own) / other;
  }
  const [fromTop, fromPer] = splitRate(from);
  const [toTop, toPer] = splitRate(to);
  if (fromPer === null || toPer === null) return null;
  const top = convertUnit(value, fromTop, toTop);
  const per = convertUnit(1, fromPer, toPer);
  return top === null || per === null ? null : top / per;
}

/** Every object has a `constructor`, which is no unit. */
const factorOf = (family: Readonly<Record<string, number>>, unit: string): number | undefined =>
  Object.hasOwn(family, unit) ? family[unit] : undefined;

/** Providers say `Mbps` for Mbit/s, in one word. */
const spellRate = (unit: string): string => unit.replace(/^([kMGT]?)(?:bps|b\/s)$/, '$1bit/s');

function splitRate(unit: string): [string, string | null] {
  const slash = unit.lastIndexOf('/');
  return slash < 0 ? [unit, null] : [unit.slice(0, slash).trim(), unit.slice(slash + 1).trim()];
}

export const comparisonOperators = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

export interface Objective extends Quantity {
  operator: ComparisonOperator;
}

/** Parses `< 120ms` or `>= 99.9 %`; null when it is not an operator followed by a quantity. */
export function parseObjective(text: string): Objective | null {
  const trimmed = text.trim();
  const operator = comparisonOperators.find((candidate) => trimmed.startsWith(candidate));
  if (!operator) return null;
  const quantity = parseQuantity(trimmed.slice(operator.length));
  return quantity && { operator, ...quantity };
}

/** Parses a goal relative to the baseline, such as `>= 4x`; null when it is not one. */
export function parseTarget(text: string): { operator: ComparisonOperator; ratio: number } | null {
  const objective = parseObjective(text);
  return objective && (objective.unit === 'x' || objective.unit === '×')
    ? { operator: objective.operator, ratio: objective.value }
    : null;
}

export function holds(value: number, operator: ComparisonOperator, limit: number): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '==':
      return value === limit;
    case '!=':
      return value !== limit;
  }
}

/** Parses a share of the time below all of it, such as `99.9%` or `0.999`; null when it is none. */
export function readShare(text: string): number | null {
  const quantity = parseQuantity(text);
  const share = quantity && convertUnit(quantity.value, quantity.unit || 'ratio', 'ratio');
  return share !== null && share > 0 && share < 1 ? share : null;
}
