import { open } from 'node:fs/promises';

export interface FollowOptions {
  pollEveryMs: number;
  /** Aborted when the file will not grow any more: what is left is read, and that is the end. */
  ended: AbortSignal;
  /** Aborted to stop at once. */
  signal: AbortSignal;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each wait for more. */
  onIdle: () => Promise<void>;
}

const bufferBytes = 256 * 1024;

/** The bytes of a file that is being written, as they come. A chunk is valid until the next is asked for. */
export async function* followFile(path: string, options: FollowOptions): AsyncGenerator<Uint8Array> {
  const { ended, signal } = options;
  const file = await openWhenThere(path, options);
  if (file === null) return;
  const buffer = Buffer.allocUnsafe(bufferBytes);
  try {
    while (!signal.aborted) {
      // Asked before reading, so that nothing that was written before the end is missed.
      const wasEnded = ended.aborted;
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead > 0) {
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      if (wasEnded) return;
      await pause(options);
    }
  } finally {
    await file.close();
  }
}

async function openWhenThere(path: string, options: FollowOptions) {
  while (!options.signal.aborted) {
    const wasEnded = options.ended.aborted;
    try {
      return await open(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (wasEnded) return null;
    await pause(options);
  }
  return null;
}

async function pause({ pollEveryMs, ended, signal, wait, onIdle }: FollowOptions): Promise<void> {
  await onIdle();
  await wait(pollEveryMs, AbortSignal.any([ended, signal]));
}
