import { type FileHandle, open, rm } from 'node:fs/promises';
import type { PreparedRequest } from './write-requests.ts';

export interface RequestFile {
  requests: number;
  samples: number;
  bytes: number;
  /** Bodies of the requests, one after the other. Any number of senders may take them from one iterator. */
  bodies(): AsyncIterableIterator<Buffer>;
  remove(): Promise<void>;
}

/** Writes requests to a file, so that neither making nor keeping them is part of what is measured. */
export async function writeRequestFile(
  path: string,
  prepared: Iterable<PreparedRequest>,
): Promise<RequestFile> {
  const file = await open(path, 'w+');
  const lengths: number[] = [];
  let samples = 0;
  let bytes = 0;
  for (const request of prepared) {
    await file.write(request.body);
    lengths.push(request.body.length);
    samples += request.samples;
    bytes += request.body.length;
  }
  return {
    requests: lengths.length,
    samples,
    bytes,
    bodies: () => readBodies(file, lengths),
    remove: async () => {
      await file.close();
      await rm(path);
    },
  };
}

async function* readBodies(
  file: FileHandle,
  lengths: readonly number[],
): AsyncGenerator<Buffer, undefined, undefined> {
  let position = 0;
  for (const length of lengths) {
    const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    position += length;
    yield buffer;
  }
}
