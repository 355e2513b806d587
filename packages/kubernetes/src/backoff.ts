const firstMs = 250;
const mostMs = 10_000;

/** How long to wait before the next attempt: doubling up to 10 s, spread so that many do not come at once. */
export function backoffMs(failures: number, random: number): number {
  const cap = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return cap / 2 + (cap / 2) * random;
}
