import type { Numbers } from './mean.ts';

/**
 * Sample quantile, type 7 of Hyndman and Fan (The American Statistician 50, 1996), the default of R and NumPy.
 * Values need not be sorted. Null without values.
 * @param probability in [0, 1]
 */
export function quantile(values: Numbers, probability: number): number | null {
  if (!(probability >= 0 && probability <= 1))
    throw new RangeError(`expected a probability in [0, 1], not ${probability}`);
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * probability;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (place - Math.floor(place));
}

/** Middle value, or the mean of the two in the middle. Null without values. */
export function median(values: Numbers): number | null {
  return quantile(values, 0.5);
}
