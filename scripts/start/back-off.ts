const firstMs = 500;
const longestMs = 30_000;
/** After this long without trouble, the next failure counts as the first. */
const steadyMs = 60_000;

/** How long to wait before the next start, given how often in a row it failed before and how long it ran this time. */
export function nextBackOff(failures: number, ranForMs: number): { failures: number; waitMs: number } {
  const counted = ranForMs >= steadyMs ? 0 : failures;
  return { failures: counted + 1, waitMs: Math.min(longestMs, firstMs * 2 ** counted) };
}
