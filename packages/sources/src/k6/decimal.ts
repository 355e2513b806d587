const digitZero = 48;
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * The number in the bytes from `start` up to `end`, or NaN. Up to 15 digits without an exponent are read here: whole
 * number and power of ten are exact then, so their quotient is the nearest float. Others are left to the language.
 */
export function readDecimal(bytes: Buffer, start: number, end: number): number {
  let at = start;
  const isNegative = bytes[at] === 45;
  if (isNegative) at += 1;
  const first = at;
  let whole = 0;
  let decimals = -1;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - digitZero;
    if (digit >= 0 && digit <= 9) {
      whole = whole * 10 + digit;
      if (decimals >= 0) decimals += 1;
    } else if (digit === -2 && decimals < 0 && at > first) {
      decimals = 0;
    } else {
      return readSlowly(bytes, start, end);
    }
  }
  if (at === first || at - first > 15 || decimals === 0) return readSlowly(bytes, start, end);
  const value = decimals > 0 ? whole / (powers[decimals] as number) : whole;
  return isNegative ? -value : value;
}

const numberPattern = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

function readSlowly(bytes: Buffer, start: number, end: number): number {
  const text = bytes.toString('latin1', start, end);
  return numberPattern.test(text) ? Number(text) : Number.NaN;
}
