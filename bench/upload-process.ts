import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { heapOptions } from '../scripts/start/heap-options.ts';

export interface Uploaded {
  samples: number;
  /** Until the measurements were ready. */
  ms: number;
  /** Until everything was stored. */
  uploadMs: number;
  /** Largest resident size of the process, at the end of the upload and once the run was closed. */
  uploadPeakRssMb: number;
  peakRssMb: number;
  /** Measurements of the closed run by their names. */
  measurements: Record<string, number | null>;
}

const program = fileURLToPath(new URL('upload-k6.ts', import.meta.url));

export interface UploadOptions {
  /** After those of the web server, such as the largest heap, past which the process dies. */
  nodeFlags?: readonly string[];
  /** YAML of the experiment that the run belongs to; without one it has the usual measurements of the whole run. */
  experiment?: string;
}

/**
 * Uploads a k6 output and closes the run, as the web server does, in a process of its own, so that the peak of memory is
 * of this alone.
 */
export async function uploadK6(
  connectionString: string,
  body: AsyncIterable<Uint8Array>,
  { nodeFlags = [], experiment = '' }: UploadOptions = {},
): Promise<Uploaded> {
  const child = spawn(
    process.execPath,
    [...heapOptions, ...nodeFlags, program, connectionString, experiment],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [output] = await Promise.all([text(child.stdout), pipeline(body, child.stdin)]);
  return JSON.parse(output) as Uploaded;
}
