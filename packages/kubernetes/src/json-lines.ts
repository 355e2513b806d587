import { ClusterError } from './cluster-error.ts';

const newline = 10;

/** The lines of a stream as bytes, without the last one when it has no end: a connection that broke in it. */
export async function* readLines(
  stream: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    restBytes += chunk.length - start;
    if (restBytes > maxLineBytes)
      throw new ClusterError('too-large', `it sent a line of more than ${maxLineBytes} bytes`);
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
