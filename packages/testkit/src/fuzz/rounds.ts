import { createRandom } from '@proofload/domain';

interface FuzzOptions {
  seed: number;
  /** Rounds of a usual run; `PROOFLOAD_FUZZ_ROUNDS` multiplies them. */
  rounds: number;
  /** Longest that one round may take; generous, because the machine may be busy. */
  limitMs?: number;
}

const multiplier = Number(process.env.PROOFLOAD_FUZZ_ROUNDS ?? 1);
/** Time of a test that runs all its rounds, for the test runner. */
export const fuzzTimeoutMs = 60_000 * Math.max(1, multiplier);

/**
 * Calls `check` once a round, each with random numbers of its own, so that a failed round can be repeated alone:
 * `PROOFLOAD_FUZZ_ONLY=<round>` runs no other. What is thrown names the seed and the round.
 */
export async function fuzz(
  { seed, rounds, limitMs = 5_000 }: FuzzOptions,
  check: (random: () => number, round: number) => unknown,
): Promise<void> {
  const only = process.env.PROOFLOAD_FUZZ_ONLY;
  const first = only === undefined ? 0 : Number(only);
  const end = only === undefined ? Math.ceil(rounds * multiplier) : first + 1;
  for (let round = first; round < end; round++) {
    const startedMs = performance.now();
    try {
      const random = createRandom(Math.imul(seed, 0x9e3779b1) + Math.imul(round, 0x85ebca6b));
      await endsIn(limitMs, check(random, round));
    } catch (cause) {
      const what = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
      throw new Error(`Seed ${seed}, round ${round}: ${what}`, { cause });
    }
    // What does not wait cannot be interrupted, so it is measured.
    const tookMs = performance.now() - startedMs;
    if (tookMs > limitMs) throw new Error(`Seed ${seed}, round ${round}: it took ${Math.round(tookMs)} ms`);
  }
}

async function endsIn(limitMs: number, work: unknown): Promise<void> {
  if (!(work instanceof Promise)) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not end within ${limitMs} ms`)), limitMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
