import { ProofloadError } from '@proofload/domain';

/** The entries of a list in a query, without empty ones and repetitions. */
export function splitList(text: string, separator: string): string[] {
  return [...new Set(text.split(separator).map((entry) => entry.trim()))].filter((entry) => entry !== '');
}

/** As `splitList` by commas. Throws `invalid` naming the field when there are none or more than `most`. */
export function boundedList(field: string, text: string, most: number): string[] {
  const items = splitList(text, ',');
  if (items.length > 0 && items.length <= most) return items;
  const message = `expected one to ${most}, separated by commas`;
  throw new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
