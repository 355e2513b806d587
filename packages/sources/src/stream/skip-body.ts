/** More than the size from which the ratio of compression is looked at. */
const bombProbeBytes = 64 * 1024 ** 2;

/** Reads a compressed body that is of no use so far that a bomb is told as one. */
export async function skipBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  let rest = bombProbeBytes;
  for await (const chunk of body) {
    rest -= chunk.length;
    if (rest <= 0) return;
  }
}
