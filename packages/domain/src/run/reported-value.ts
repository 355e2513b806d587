import { convertUnit } from '../units/quantity.ts';
import { type Amount, exactly, parseAmount } from '../value/index.ts';

/** A value of a run that somebody reported, instead of samples that it could be computed from. */
export interface ReportedValue {
  amount: Amount;
  unit: string | null;
  /** Where it comes from, or what limits it. */
  note: string | null;
}

/** A reported value as it is written: `61.5`, `61.5 min`, `10-20 s`, or in parts. */
export type ReportedText =
  | number
  | string
  | { value: number | string; unit?: string | undefined; note?: string | undefined };

/**
 * Reads what is reported.
 * @param wanted the unit of the measurement, which a value without a unit is in; null when nobody says one
 * @returns the value, or what was expected instead
 */
export function readReported(
  report: ReportedText,
  wanted: string | null,
): { value: ReportedValue } | { message: string } {
  const { value, unit: given, note = null } = typeof report === 'object' ? report : { value: report };
  const parsed = typeof value === 'number' ? { amount: exactly(value), unit: '' } : parseAmount(value);
  if (parsed === null) {
    const message = 'expected a number, a range or a bound, such as `61.5 min`, `10-20 s` or `over 75`';
    return { message };
  }
  if (given !== undefined && parsed.unit !== '' && parsed.unit !== given)
    return { message: `expected the same unit twice, not ${parsed.unit} and ${given}` };
  const unit = given ?? (parsed.unit === '' ? wanted : parsed.unit);
  if (wanted !== null && convertUnit(1, unit ?? '', wanted) === null)
    return { message: `expected a unit that converts to ${wanted}, not ${unit}` };
  return { value: { amount: parsed.amount, unit, note } };
}
