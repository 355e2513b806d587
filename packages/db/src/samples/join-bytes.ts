/** Several values of bytes as one parameter: in an array each would be sent as text of twice the size. */
export interface JoinedBytes {
  bytes: Buffer;
  /** Where each begins, counted from 1 as SQL's `substr` does. */
  starts: number[];
  lengths: number[];
}

export function joinBytes(parts: readonly Uint8Array[]): JoinedBytes {
  let start = 1;
  const starts = parts.map(({ length }) => {
    start += length;
    return start - length;
  });
  return { bytes: Buffer.concat(parts), starts, lengths: parts.map(({ length }) => length) };
}
