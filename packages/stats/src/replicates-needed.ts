import { noncentralTProbability } from './noncentral-t.ts';
import { studentTQuantile } from './student-t.ts';

export interface PowerOptions {
  /** How often a true difference is to be found. */
  power?: number;
  /** How often a thing may differ from itself. */
  level?: number;
}

const most = 1000;
/** Effects beyond are found with the least number of replicates, and the series for their power ends early. */
const greatestEffect = 8;

/**
 * The chance that Student's two-sided t finds a difference of means, with n replicates a side.
 * Source: Cohen, Statistical Power Analysis (1988), chapter 2.
 * @param effect difference over the standard deviation of a replicate
 */
export function comparisonPower(effect: number, n: number, level = 0.05): number {
  const degrees = 2 * n - 2;
  const shift = Math.min(Math.abs(effect), greatestEffect) * Math.sqrt(n / 2);
  if (shift > 30) return 1;
  const t = studentTQuantile(1 - level / 2, degrees);
  return 1 - noncentralTProbability(t, degrees, shift) + noncentralTProbability(-t, degrees, shift);
}

/**
 * The fewest replicates a side, two or more, that find a difference. Null when a thousand do not, and for no difference.
 * @param effect difference over the standard deviation of a replicate; both may be shares of the same mean
 */
export function replicatesNeeded(
  effect: number,
  { power = 0.8, level = 0.05 }: PowerOptions = {},
): number | null {
  const size = Math.abs(effect);
  if (!(size > 0)) return null;
  // By the normal distribution for the usual level and power, which always asks for a little less: where to look first.
  const guess = Math.floor(2 * (2.8 / size) ** 2);
  const finds = (n: number): boolean => comparisonPower(effect, n, level) >= power;
  let low = Math.min(Math.max(1, Math.floor(guess * 0.9)), most - 1);
  let high = Math.min(Math.max(2, Math.ceil(guess * 1.05) + 2), most);
  if (low > 1 && finds(low)) [low, high] = [1, low];
  while (!finds(high)) {
    if (high === most) return null;
    [low, high] = [high, Math.min(high * 2, most)];
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (finds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
