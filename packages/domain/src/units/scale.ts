import { formatNumber, scaleQuantity } from './format.ts';

const nonBreakingSpace = '\u00a0';

/** One unit for several values, so that they can be compared at a glance. */
export interface Scale {
  /** As shown; empty when there is none. */
  unit: string;
  /** From the values' own unit to the shown one. */
  factor: number;
}

/** The unit in which the largest of the values reads best. Values that are null do not count. */
export function chooseScale(values: readonly (number | null)[], unit: string | null): Scale {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const { unit: shownUnit, factor } = scaleQuantity(largest, unit);
  return { unit: shownUnit, factor };
}

/** A value in the unit of a scale, without the unit: for columns that say it at their head. */
export function formatScaled(value: number, { factor }: Scale): string {
  return formatNumber(value * factor);
}

/** Least and greatest in one unit: `34 to 135 requests/s`. */
export function formatRange(min: number, max: number, unit: string | null): string {
  const scale = chooseScale([min, max], unit);
  const range = `${formatScaled(min, scale)} to ${formatScaled(max, scale)}`;
  return scale.unit === '' ? range : `${range}${nonBreakingSpace}${scale.unit}`;
}
