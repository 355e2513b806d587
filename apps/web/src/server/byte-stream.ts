import 'server-only';
import { Readable } from 'node:stream';

/** A body for a Response that is read as fast as the caller takes it. */
export function toByteStream(body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Node's and the browser's declarations of the same class differ.
  return Readable.toWeb(Readable.from(body, { objectMode: false })) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >;
}
