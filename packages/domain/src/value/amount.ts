/**
 * What is known of a number. Published and bucketed figures are often a range ("10-20 s") or cut off ("at least 150 s,
 * then we gave up"); taking a middle or the bound for the number would claim what nobody measured. The ends of a range,
 * `at-least` and `at-most` belong to it, those of `above` and `below` do not.
 */
export type Amount =
  | { kind: 'exact'; value: number }
  | { kind: 'range'; low: number; high: number }
  | { kind: 'at-least'; low: number }
  | { kind: 'above'; low: number }
  | { kind: 'at-most'; high: number }
  | { kind: 'below'; high: number };

/** The ends of an amount, infinite where it has none. */
export interface AmountBounds {
  low: number;
  high: number;
  /** Whether the number may be the end itself. */
  isLowIn: boolean;
  isHighIn: boolean;
}

export const exactly = (value: number): Amount => ({ kind: 'exact', value });

export function amountBounds(amount: Amount): AmountBounds {
  const open = { low: -Infinity, high: Infinity, isLowIn: false, isHighIn: false };
  switch (amount.kind) {
    case 'exact':
      return { low: amount.value, high: amount.value, isLowIn: true, isHighIn: true };
    case 'range':
      return { low: amount.low, high: amount.high, isLowIn: true, isHighIn: true };
    case 'at-least':
      return { ...open, low: amount.low, isLowIn: true };
    case 'above':
      return { ...open, low: amount.low };
    case 'at-most':
      return { ...open, high: amount.high, isHighIn: true };
    case 'below':
      return { ...open, high: amount.high };
  }
}

/**
 * The amount between two ends. A range whose ends are not in it gets them, since no kind says that: wider by two points.
 * Null when it has no end, so that nothing is known, and when the ends are the wrong way round.
 */
export function amountWithin({ isLowIn, isHighIn, ...ends }: AmountBounds): Amount | null {
  // The sum makes an ordinary zero of a negative one.
  const [low, high] = [ends.low + 0, ends.high + 0];
  if (!(low <= high)) return null;
  const [hasLow, hasHigh] = [Number.isFinite(low), Number.isFinite(high)];
  if (hasLow && hasHigh) return low === high ? exactly(low) : { kind: 'range', low, high };
  if (hasLow && high === Infinity) return { kind: isLowIn ? 'at-least' : 'above', low };
  if (hasHigh && low === -Infinity) return { kind: isHighIn ? 'at-most' : 'below', high };
  return null;
}
