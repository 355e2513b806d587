import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { comparisonSchema, runSummarySchema, sweepSchema } from '@proofload/contracts';
import { z } from 'zod';
import type { StudyOptions } from './options.ts';
import type { Server } from './register-testbed.ts';

const resultSchema = z.object({
  sweep: sweepSchema,
  runs: z.array(runSummarySchema),
  comparison: comparisonSchema,
});
export type StudyResult = z.infer<typeof resultSchema>;

/**
 * Saves and launches the definition with the command line of Proofload, which shows how far it is and how long still,
 * and stays until every run has ended.
 * @param interrupted fires on Ctrl-C, for the command to cancel the sweep and wait for its runs
 */
export async function launchStudy(
  root: string,
  server: Server,
  { file, options, interrupted }: { file: string; options: StudyOptions; interrupted: AbortSignal },
): Promise<StudyResult> {
  const args = [
    ...[join(root, 'apps/cli/bin/proofload.mjs'), 'run', '--url', server.url, '-f', file, '--wait', '--json'],
    ...(options.replicates === null ? [] : ['--replicates', String(options.replicates)]),
    ...(options.qps.length === 0 ? [] : ['--param', `qps=${options.qps.join(',')}`]),
  ];
  const child = spawn(process.execPath, args, {
    env: { PROOFLOAD_TOKEN: server.token, PATH: '' } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C is for this process, which hands it on once.
    detached: true,
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const interrupt = (): void => interruptChild(child);
  interrupted.addEventListener('abort', interrupt, { once: true });
  if (interrupted.aborted) interrupt();
  const printed = await text(child.stdout);
  const [code] = await ended;
  interrupted.removeEventListener('abort', interrupt);
  // Everything but 1 is about what came out; then there is a result.
  if (code === null || code === 1) throw new Error('The study could not be carried through');
  return resultSchema.parse(JSON.parse(printed));
}

function interruptChild(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
}
