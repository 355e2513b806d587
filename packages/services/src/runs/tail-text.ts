/** The end of a text, and whether that is all of it. */
export interface Tail {
  text: string;
  isWhole: boolean;
}

/**
 * Reads a stream to its end and keeps the last lines, whatever its size. A line that is longer than what may be kept
 * is cut at its beginning.
 */
export async function readTail(
  stream: AsyncIterable<Uint8Array>,
  { maxBytes, maxLines }: { maxBytes: number; maxLines: number },
): Promise<Tail> {
  let kept: Buffer = Buffer.alloc(0);
  let isWhole = true;
  for await (const chunk of stream) {
    const joined = Buffer.concat([kept, chunk]);
    // What is left over is cut off in large pieces, or each small chunk would copy everything.
    const isLong = joined.length > 2 * maxBytes;
    if (isLong) isWhole = false;
    kept = isLong ? joined.subarray(joined.length - maxBytes) : joined;
  }
  if (kept.length > maxBytes) {
    kept = kept.subarray(kept.length - maxBytes);
    isWhole = false;
  }
  const newline = kept.indexOf(10);
  // The first line was cut, unless it is the only one; then its first character may have been.
  if (!isWhole && newline !== -1 && newline < kept.length - 1) kept = kept.subarray(newline + 1);
  while (!isWhole && ((kept[0] ?? 0) & 0xc0) === 0x80) kept = kept.subarray(1);
  const lines = kept.toString('utf8').split('\n');
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (count <= maxLines) return { text: lines.join('\n'), isWhole };
  return { text: lines.slice(count - maxLines).join('\n'), isWhole: false };
}
