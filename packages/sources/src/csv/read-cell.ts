const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const decimalComma = /^[+-]?\d+(?:,\d+)+$/;
/** How programs write that there is no value. */
const missing = new Set(['', 'nan', 'null', 'none', 'na', 'n/a', '-', '<na>']);
const infinities: Readonly<Record<string, number>> = {
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '+infinity': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};

/** A number, null for a cell that says that there is none, or what was expected instead of anything else. */
export function readCell(text: string): number | null | { expected: string } {
  const plain = text.trim();
  if (numberPattern.test(plain)) return Number(plain);
  const word = plain.toLowerCase();
  if (missing.has(word)) return null;
  if (Object.hasOwn(infinities, word)) return infinities[word] ?? null;
  return {
    expected: decimalComma.test(plain)
      ? 'expected a number with a decimal point and without commas'
      : 'expected a number',
  };
}

/** Whether a cell decides that its column holds numbers; null for a cell without a value, which decides nothing. */
export function looksNumeric(text: string): boolean | null {
  if (text.trim() === '') return null;
  const value = readCell(text);
  // A decimal comma is told as one, and not taken for a label.
  return typeof value !== 'object' || value === null || decimalComma.test(text.trim());
}
