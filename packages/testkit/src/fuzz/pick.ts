/** A whole number from 0 up to but not including `end`. */
export const below = (random: () => number, end: number): number => Math.floor(random() * end);

export function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new RangeError('there is nothing to pick from');
  return item;
}

/** A part of some bytes, mostly short. */
export function pickSlice(random: () => number, bytes: Buffer): { start: number; end: number } {
  const start = below(random, bytes.length + 1);
  const longest = Math.min(bytes.length - start, pick(random, [4, 40, 400]));
  return { start, end: start + below(random, longest + 1) };
}

/** Some whole lines of a text that follow one another, after its first `keep` lines. */
export function pickLines(random: () => number, bytes: Buffer, count: number, keep = 0): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  const start = keep + below(random, Math.max(1, lines.length - keep - count));
  const picked = [...lines.slice(0, keep), ...lines.slice(start, start + count)];
  return Buffer.from(`${picked.join('\n')}\n`, 'latin1');
}

/** Bytes as a stream in pieces of random sizes, some of them empty. */
export async function* inPieces(random: () => number, bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const largest = pick(random, [3, 50, 1000, 70_000]);
  // Long bodies byte by byte would only take time.
  const least = Math.ceil(bytes.length / 5000);
  for (let at = 0; at < bytes.length; ) {
    const size = least + below(random, largest);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
