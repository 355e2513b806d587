/** The first bytes of a body (fewer only when it is shorter), and a body that still begins with them. */
export async function peekBody(
  body: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Uint8Array; body: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  let failure: { error: unknown } | null = null;
  while (size < count && failure === null) {
    try {
      const { value, done } = await iterator.next();
      if (done) break;
      first.push(value);
      size += value.length;
    } catch (error) {
      failure = { error };
    }
  }
  // A body that breaks within its head still gives what it had, and then its error.
  if (failure !== null && size === 0) throw failure.error;
  return { head: Buffer.concat(first).subarray(0, count), body: replay(first, iterator, failure) };
}

async function* replay(
  first: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
  failure: { error: unknown } | null,
): AsyncGenerator<Uint8Array> {
  try {
    yield* first;
    if (failure !== null) throw failure.error;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
