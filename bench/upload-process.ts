import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

export interface Uploaded {
  samples: number;
  /** Until the measurements were ready. */
  ms: number;
  /** Until everything was stored. */
  uploadMs: number;
  /** Largest resident size of the uploading process. */
  peakRssMb: number;
}

const program = fileURLToPath(new URL('upload-k6.ts', import.meta.url));

/**
 * Uploads a k6 output in a process of its own, so that the peak of memory is that of the upload alone.
 * @param nodeFlags such as the largest heap, past which the process dies
 */
export async function uploadK6(
  connectionString: string,
  body: AsyncIterable<Uint8Array>,
  nodeFlags: readonly string[] = [],
): Promise<Uploaded> {
  const child = spawn(process.execPath, [...nodeFlags, program, connectionString], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), pipeline(body, child.stdin)]);
  return JSON.parse(output) as Uploaded;
}
