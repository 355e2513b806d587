import { convertUnit, parseQuantity } from '../units/quantity.ts';
import { type Amount, exactly } from './amount.ts';

/** An amount with its unit, as written; empty when there was none. */
export interface ParsedAmount {
  amount: Amount;
  unit: string;
}

type Bound = Exclude<Amount['kind'], 'exact' | 'range'>;

const before: readonly [RegExp, Bound][] = [
  [/^(?:>=|≥|at least |no less than |not less than |no fewer than )/i, 'at-least'],
  [/^(?:<=|≤|at most |up to |no more than |not more than )/i, 'at-most'],
  [/^(?:>|over |above |more than |greater than )/i, 'above'],
  [/^(?:<|under |below |less than |fewer than )/i, 'below'],
];
const after: readonly [RegExp, Bound][] = [
  [/ (?:or|and) (?:more|over|above|longer|up)$/i, 'at-least'],
  [/ or (?:less|fewer|under|below|shorter)$/i, 'at-most'],
];

const number = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?`;
const range = new RegExp(
  String.raw`^(?:between )?(${number} ?[^\d<>=.+-]*?) ?(?:-|to|and|\.\.\.?|…) ?(${number} ?[^\d<>=]*)$`,
  'i',
);
const maxLength = 100;

/**
 * Parses `12 s`, `10-20 s`, `500 ms to 2 s`, `>= 150 s`, `over 75`, `at most 5 %` or `150 s or more`.
 * A range of two units is said in the second one. Null for anything else, also for "about 320", which has no bounds.
 */
export function parseAmount(text: string): ParsedAmount | null {
  if (text.length > maxLength) return null;
  const said = text
    .trim()
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[‐‑‒–—−]/g, '-');
  const exact = parseQuantity(said);
  // "150 s or more" would pass for an exact amount of the unit "s or more".
  for (const [pattern, kind] of after) {
    if (pattern.test(said)) return bound(said.replace(pattern, ''), kind);
  }
  if (/^[^a-z]*\d\+(?: |$)/i.test(said)) return bound(said.replace('+', ''), 'at-least');
  const between = range.exec(said);
  if (between) return parseRange(between[1] ?? '', between[2] ?? '');
  if (exact)
    return /(?:^| )(?:to|and|-)$/i.test(exact.unit)
      ? null
      : { amount: exactly(exact.value), unit: exact.unit };
  for (const [pattern, kind] of before) {
    if (pattern.test(said)) return bound(said.replace(pattern, ''), kind);
  }
  return null;
}

function bound(text: string, kind: Bound): ParsedAmount | null {
  const quantity = parseQuantity(text);
  if (!quantity) return null;
  const { value, unit } = quantity;
  const amount: Amount =
    kind === 'at-least' || kind === 'above' ? { kind, low: value } : { kind, high: value };
  return { amount, unit };
}

function parseRange(from: string, to: string): ParsedAmount | null {
  const [first, last] = [parseQuantity(from), parseQuantity(to)];
  if (!first || !last) return null;
  const unit = last.unit === '' ? first.unit : last.unit;
  const low = convertUnit(first.value, first.unit, unit);
  if (low === null || low > last.value) return null;
  return { amount: low === last.value ? exactly(low) : { kind: 'range', low, high: last.value }, unit };
}
