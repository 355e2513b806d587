import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { ProofloadError } from '@proofload/domain';

export interface GunzipLimits {
  /** Bytes after decompression. */
  maxBytes: number;
  /** Times the compressed size, once `ratioFromBytes` have come out. Real k6 output is between 10 and 60, one line repeated for ever near 300, bombs 1000. */
  maxRatio: number;
  ratioFromBytes: number;
}

export const gunzipLimits: GunzipLimits = {
  maxBytes: 64 * 1024 ** 3,
  maxRatio: 500,
  ratioFromBytes: 32 * 1024 ** 2,
};

/** Compressed bytes that are decompressed in one go: at the format's largest ratio they make 8 MiB. */
const sliceBytes = 8 * 1024;

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * Decompresses gzip (also of several members) as it arrives. The next slice is decompressed on another thread while
 * the caller works on this one. Throws `too-large` past the limits, and `invalid` when the stream is damaged or ends
 * too early, after everything that could be decompressed was given.
 */
export async function* gunzipBody(
  body: AsyncIterable<Uint8Array>,
  limits: GunzipLimits = gunzipLimits,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let outputs: Uint8Array[] = [];
  const size = { in: 0, out: 0 };
  let failure: Error | null = null;
  let hasEnded = false;
  let release: () => void = () => undefined;
  gunzip.on('data', (chunk: Uint8Array) => {
    size.out += chunk.length;
    outputs.push(chunk);
  });
  gunzip.on('error', (error: Error) => {
    failure = error;
    release();
  });
  // Zeros after the last member, as tapes and tar pad them, are its end before everything was written.
  gunzip.on('end', () => {
    hasEnded = true;
    release();
  });
  const takeOutputs = (): Uint8Array[] => {
    const taken = outputs;
    outputs = [];
    return taken;
  };
  try {
    for await (const slice of slices(body)) {
      size.in += slice.length;
      if (hasEnded) continue;
      // A stream that has failed or ended may never say that it took what was written.
      const written = new Promise<void>((resolve) => {
        release = resolve;
        gunzip.write(slice, () => resolve());
      });
      yield* takeOutputs();
      await written;
      checkSize(size, limits);
      if (failure) break;
    }
    if (!failure && !hasEnded) await finish(gunzip, () => failure);
    yield* takeOutputs();
    if (failure) throw damaged(failure);
  } finally {
    gunzip.destroy();
  }
}

async function* slices(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += sliceBytes) yield chunk.subarray(at, at + sliceBytes);
  }
}

async function finish(gunzip: ReturnType<typeof createGunzip>, failed: () => Error | null): Promise<void> {
  const ended = once(gunzip, 'end');
  gunzip.end();
  // A stream that ends too early raises an error instead, which the listener above has kept.
  await ended.catch((error: unknown) => {
    if (failed() === null) throw error;
  });
  await setImmediate();
}

function checkSize(size: { in: number; out: number }, limits: GunzipLimits): void {
  if (size.out > limits.maxBytes) {
    throw tooLarge(`expected at most ${limits.maxBytes} bytes after decompression`);
  }
  if (size.out > limits.ratioFromBytes && size.out > size.in * limits.maxRatio) {
    throw tooLarge(`expected data that compresses at most ${limits.maxRatio} to 1`);
  }
}

const tooLarge = (message: string): ProofloadError =>
  new ProofloadError('too-large', `The gzip stream is too large: ${message}`, {
    fields: [{ field: 'body', message }],
  });

function damaged(cause: Error): ProofloadError {
  const isShort = (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
  const message = isShort ? 'expected more: the gzip stream ends too early' : 'expected undamaged gzip data';
  return new ProofloadError(
    'invalid',
    isShort ? 'The gzip stream ends too early' : 'The gzip stream is damaged',
    {
      fields: [{ field: 'body', message }],
      cause,
    },
  );
}
