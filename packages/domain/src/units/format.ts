import { bitUnits, byteUnits, chooseBitUnit, chooseByteUnit } from './bytes.ts';
import { chooseDurationUnit, durationUnits } from './duration.ts';
import { ratioUnits } from './ratio.ts';

const nonBreakingSpace = '\u00a0';

/** Three significant digits, thousands apart, no exponent for everyday sizes: 0.00123, 12.3, 1 230, 45 600. */
export function formatNumber(value: number, digits = 3): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-6 || size >= 1e15) return value.toExponential(digits - 1).replace('-', '−');
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const fixed = size.toFixed(Math.min(decimals, 12));
  const [whole = '', fraction] = fixed.split('.');
  const spaced = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  const trimmed = fraction?.replace(/0+$/, '') ?? '';
  return `${value < 0 ? '−' : ''}${spaced}${trimmed ? `.${trimmed}` : ''}`;
}

/** A value with its unit as people say it: 240 ms, 61.5 min, 1.5 GiB, 0.25 %, 1 250 requests/s. */
export function formatQuantity(value: number | null, unit: string | null): string {
  if (value === null) return 'no data';
  const { value: shown, unit: shownUnit } = scaleQuantity(value, unit);
  return shownUnit === '' ? formatNumber(shown) : `${formatNumber(shown)}${nonBreakingSpace}${shownUnit}`;
}

/** The same quantity in the unit that reads best; axes use it with their largest value. */
export function scaleQuantity(
  value: number,
  unit: string | null,
): { value: number; unit: string; factor: number } {
  if (unit === null || unit === '') return { value, unit: '', factor: 1 };
  const duration = durationUnits[unit];
  if (duration !== undefined) {
    const chosen = chooseDurationUnit(value * duration);
    return { value: (value * duration) / chosen.factor, unit: chosen.unit, factor: duration / chosen.factor };
  }
  const perSecond = unit.endsWith('/s') ? unit.slice(0, -2) : null;
  const bits = bitUnits[perSecond ?? unit];
  const bytes = bits ?? byteUnits[perSecond ?? unit];
  if (bytes !== undefined) {
    const style = perSecond === null ? 'binary' : 'decimal';
    const chosen = bits === undefined ? chooseByteUnit(value * bytes, style) : chooseBitUnit(value * bytes);
    const name = perSecond === null ? chosen.unit : `${chosen.unit}/s`;
    return { value: (value * bytes) / chosen.factor, unit: name, factor: bytes / chosen.factor };
  }
  const ratio = ratioUnits[unit];
  if (ratio !== undefined) return { value: value * ratio * 100, unit: '%', factor: ratio * 100 };
  return { value, unit, factor: 1 };
}

/** A multiple of the baseline: 3.5x. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? 'no data' : `${formatNumber(ratio)}x`;
}

/** A change from the baseline: -42 %, +3.1 %. @param ratio value over baseline */
export function formatChange(ratio: number): string {
  const percent = (ratio - 1) * 100;
  return `${percent > 0 ? '+' : ''}${formatNumber(percent)}${nonBreakingSpace}%`;
}

/** A step between levels with one digit behind the point, so that steps line up: -52.0 %, +2.9 %. @param change a share */
export function formatStep(change: number): string {
  const percent = Math.abs(change * 100).toFixed(1);
  const sign = percent === '0.0' ? '' : change > 0 ? '+' : '−';
  return `${sign}${percent}${nonBreakingSpace}%`;
}

/** A length of time as people say it. */
export function formatDurationMs(durationMs: number): string {
  return formatQuantity(durationMs / 1000, 's');
}

/** A length of time that is only known roughly: two digits, `5.3 min`, `45 s`. */
export function formatRoughDurationMs(durationMs: number): string {
  const { unit, factor } = chooseDurationUnit(durationMs / 1000);
  return `${formatNumber(durationMs / 1000 / factor, 2)}${nonBreakingSpace}${unit}`;
}

/** An interval with its estimate before it: `3.9x [3.7, 4.1]`. */
export function formatInterval(low: number | null, high: number | null): string {
  return low === null || high === null ? '' : `[${formatNumber(low)}, ${formatNumber(high)}]`;
}
