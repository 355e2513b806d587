import { formatDurationMs, type PrepareDefinition } from '@proofload/domain';
import { type CommandSurroundings, logLines, sayCommandEnd, startCommand } from './start-command.ts';

/** How a preparation ended: null when all is well, else why the load cannot be started. */
export type PreparationEnd = { failure: string | null } | 'stopped';

/**
 * Carries out the preparation of a run, with its parameters put in; what the program prints goes into the log. Throws
 * `invalid` when the operator of this worker does not allow it.
 * @param signal stops it
 */
export async function runPreparation(
  { timeoutMs, ...request }: PrepareDefinition,
  surroundings: Omit<CommandSurroundings, 'field'>,
  signal: AbortSignal,
): Promise<PreparationEnd> {
  const { directory, log } = surroundings;
  const program = await startCommand(request, { ...surroundings, field: 'spec.workload.prepare' });
  const printed = logLines(program.stdout, directory, (line) => log('info', line));
  let late: string | null = null;
  const timer = setTimeout(
    () => {
      // Told now: what it says when it is ended is not why it took so long.
      const said = printed.last() ?? program.lastError();
      late = `${request.command} did not end within ${formatDurationMs(timeoutMs)}${said ? `; it said last: ${said}` : ''}`;
      program.stop();
    },
    Math.min(timeoutMs, 2_147_483_647),
  );
  signal.addEventListener('abort', program.stop, { once: true });
  if (signal.aborted) program.stop();
  const code = await program.ended;
  clearTimeout(timer);
  signal.removeEventListener('abort', program.stop);
  if (signal.aborted) return 'stopped';
  if (late !== null || code === 0) return { failure: late };
  return { failure: sayCommandEnd(request.command, code, program.lastError() ?? printed.last()) };
}
