import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./guard.sh', import.meta.url));

/** Ends what this process started when this process is gone, even by SIGKILL. */
export interface Guardian {
  /** @param group id of a process group, which is that of its first process */
  add(group: number): void;
  /** The group has ended: its id may become another's. */
  drop(group: number): void;
  /** Nothing is left to guard. */
  release(): Promise<void>;
}

/** @param folder removed after the groups, or null */
export function startGuardian(folder: string | null, graceSeconds: number): Guardian {
  const child = spawn('sh', [script, String(graceSeconds), folder ?? ''], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const { stdin } = child;
  if (!stdin) throw new Error('A pipe was asked for');
  // Whoever kills the guardian as well has decided to clean up by hand.
  stdin.on('error', () => undefined);
  return {
    add: (group) => void stdin.write(`add ${group}\n`),
    drop: (group) => void stdin.write(`drop ${group}\n`),
    release: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      stdin.end('done\n');
      await ended;
    },
  };
}
