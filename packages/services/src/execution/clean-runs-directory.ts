import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExecutionContext } from './execution-context.ts';

/** Name of the folder of one attempt of a run. */
export const directoryOf = ({ id, attempt }: { id: string; attempt: number }): string => `${id}-${attempt}`;

const namePattern = /^([0-9a-z]+)-(\d+)$/;

/** Removes folders of attempts that are over: their worker was killed before it could do so. */
export async function cleanRunsDirectory(
  ctx: Pick<ExecutionContext, 'repos' | 'runsDirectory'>,
): Promise<void> {
  for (const name of await readdir(ctx.runsDirectory)) {
    const id = namePattern.exec(name)?.[1];
    if (id === undefined) continue;
    const run = await ctx.repos.runs.find(id);
    const isAtWork = run && run.status !== 'queued' && run.status !== 'finished' && directoryOf(run) === name;
    if (!isAtWork) await rm(join(ctx.runsDirectory, name), { recursive: true, force: true });
  }
}
