/** Levels of numbers stand where their numbers are, unless they span so much that most would be one point. */
const mostSpan = 30;

/** Whether levels stand where their numbers are, and not in equal steps. */
export function isSpread(amounts: readonly (number | null)[]): boolean {
  if (amounts.some((amount) => amount === null) || amounts.length < 2) return false;
  const numbers = amounts.map((amount) => amount ?? 0);
  const gaps = numbers.slice(1).map((amount, index) => amount - (numbers[index] ?? 0));
  const span = Math.max(...numbers) - Math.min(...numbers);
  return Math.min(...gaps) > 0 && span / Math.min(...gaps) <= mostSpan;
}
