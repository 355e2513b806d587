import type { ClaimState, ExpressionResult } from '@proofload/contracts';
import {
  amountBounds,
  amountHolds,
  formatChange,
  formatInterval,
  type ParsedAmount,
  parseAmount,
  parseQuantity,
} from '@proofload/domain';
import { unitFactor } from './known-number.ts';

/** What a claim expects: a stretch of numbers, or everything outside of it. */
interface ExpectedNumber {
  low: number;
  high: number;
  isLowIn: boolean;
  isHighIn: boolean;
  isNegated: boolean;
  /** The number itself where one is expected, to say how far off another is. */
  value: number | null;
  unit: string;
}

const tolerancePattern = /^(.*?)\s*(?:±|\+\/?-)\s*(.+)$/s;
/** Doubles that were computed in another order still meet an end. */
const slack = 1e-12;

/**
 * Reads `3.5x ± 2 %`, `61.5 min ± 30 s`, `> 3x`, `= 271 pods`, `!= 0` or `10-20 s`. Without a tolerance a number is
 * expected as precisely as it is written: `61.5` from 61.45 to 61.55. Null for anything else.
 */
function parseExpected(text: string): ExpectedNumber | null {
  const trimmed = text.trim();
  const isNegated = /^(?:!=|≠)/.test(trimmed);
  const plain = trimmed.replace(/^(?:!=|≠|==?|≈|~)\s*/, '');
  const tolerated = tolerancePattern.exec(plain);
  const parsed = parseAmount((tolerated?.[1] ?? plain).trim());
  if (parsed === null) return null;
  const { amount, unit } = parsed;
  const bounds = amountBounds(amount);
  if (amount.kind !== 'exact')
    return tolerated || isNegated ? null : { ...bounds, isNegated, value: null, unit };
  const half = tolerated
    ? readTolerance(tolerated[2] ?? '', { amount, unit }, amount.value)
    : halfOfLastPlace(plain);
  if (half === null) return null;
  const room = half + Math.abs(amount.value) * slack;
  const ends = { low: amount.value - room, high: amount.value + room, isLowIn: true, isHighIn: true };
  return { ...ends, isNegated, value: amount.value, unit };
}

function readTolerance(text: string, { unit }: ParsedAmount, value: number): number | null {
  const given = parseQuantity(text);
  if (given === null || given.value < 0) return null;
  if (given.unit === '%') return (Math.abs(value) * given.value) / 100;
  if (given.unit === 'points') return unit === '%' ? given.value : null;
  const factor = unitFactor(given.unit, unit);
  return factor === null ? null : given.value * factor;
}

function halfOfLastPlace(text: string): number {
  const [, decimals = '', exponent = '0'] = /^[^\d]*\d*(?:\.(\d*))?(?:e([+-]?\d+))?/i.exec(text) ?? [];
  return 0.5 * 10 ** (Number(exponent) - decimals.length);
}

export interface Judgement {
  state: ClaimState;
  message: string;
}

/** Holds a result against what is expected. What is known of a range may leave it open, which is said. */
export function judgeClaim(result: ExpressionResult, text: string): Judgement {
  const cannot = (message: string): Judgement => ({ state: 'cannot-be-evaluated', message });
  const expected = parseExpected(text);
  if (expected === null) {
    const examples = '`3.5x ± 2 %`, `> 3x`, `10-20 s` or `= 271 pods`';
    return cannot(`expected what is expected as ${examples}, not \`${text.slice(0, 100)}\``);
  }
  if (result.problem !== null || result.amount === null)
    return cannot(result.problem?.message ?? 'no number');
  const own = result.unit ?? '';
  const factor = expected.unit === '' ? 1 : unitFactor(expected.unit, own);
  if (factor === null) return cannot(`found ${result.text}, which does not convert to ${expected.unit}`);
  const holds = isWithin(result, expected, factor);
  const found = `found ${[result.text, sayInterval(result), result.replicates].filter(Boolean).join(', ')}`;
  if (holds === null) return cannot(`${found}: what is known allows both`);
  const isMet = holds !== expected.isNegated;
  if (isMet) return { state: 'holds', message: `${found}${sayReach(result, expected, factor)}` };
  return { state: 'drifted', message: `${found}${sayDistance(result, expected, factor)}` };
}

const sayInterval = ({ interval }: ExpressionResult): string =>
  interval === null ? '' : formatInterval(interval.low, interval.high);

function isWithin(
  { amount }: ExpressionResult,
  { low, high, isLowIn, isHighIn }: ExpectedNumber,
  factor: number,
): boolean | null {
  if (amount === null) return null;
  const above = low === -Infinity ? true : amountHolds(amount, isLowIn ? '>=' : '>', low * factor);
  const below = high === Infinity ? true : amountHolds(amount, isHighIn ? '<=' : '<', high * factor);
  if (above === false || below === false) return false;
  return above === null || below === null ? null : true;
}

/** A claim that holds for the mean may still be open for the population. */
function sayReach(
  { interval }: ExpressionResult,
  { low, high, value }: ExpectedNumber,
  factor: number,
): string {
  if (interval === null || value !== null) return '';
  const isInside = interval.low >= low * factor && interval.high <= high * factor;
  return isInside ? '' : '; its 95 % interval reaches beyond';
}

function sayDistance(
  { amount }: ExpressionResult,
  { value, isNegated }: ExpectedNumber,
  factor: number,
): string {
  if (value === null || value === 0 || isNegated || amount?.kind !== 'exact') return '';
  return `, ${formatChange(amount.value / (value * factor))} from what is expected`;
}
