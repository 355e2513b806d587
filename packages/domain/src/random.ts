/**
 * A seeded generator of numbers in [0, 1): the same seed gives the same sequence everywhere.
 * Source: Tommy Ettinger's mulberry32 (public domain).
 * @param seed unsigned 32-bit integer
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A copy in random order (Fisher and Yates, as in Knuth, TAOCP 2, 3.4.2, algorithm P). */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    const held = result[last] as T;
    result[last] = result[chosen] as T;
    result[chosen] = held;
  }
  return result;
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * An id of 18 characters that sorts by the time of its making: 9 of unix milliseconds and 9 random ones (45 bits).
 * @param random numbers in [0, 1), from a source that others cannot guess
 */
export function makeId(nowMs: number, random: () => number): string {
  let time = '';
  for (let rest = Math.floor(nowMs); time.length < 9; rest = Math.floor(rest / 32))
    time = alphabet[rest % 32] + time;
  let tail = '';
  while (tail.length < 9) tail += alphabet[Math.floor(random() * 32)];
  return time + tail;
}
