/** Numbers to read, in whatever they are kept. */
export type Numbers = readonly number[] | Float64Array;

/** Arithmetic mean, summed with Neumaier's compensation (ZAMM 54, 1974). Null without values. */
export function mean(values: Numbers): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return (sum + lost) / values.length;
}
