import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Guardian } from '../host/guardian.ts';
import { LogWriter } from './log-writer.ts';

export interface ContainerPlan {
  argv: readonly string[];
  env: Record<string, string>;
  cwd: string;
  logPath: string;
  guardian: Guardian;
}

/** A container as a process group of this machine. There is no isolation: it is for trusted pods. */
export class ContainerProcess {
  readonly #child: ChildProcess;
  /** Gives the exit code; 128 when the program could not be started. */
  readonly ended: Promise<{ exitCode: number; startError: string | null }>;

  constructor({ argv, env, cwd, logPath, guardian }: ContainerPlan) {
    const log = new LogWriter(logPath);
    const [program = '', ...args] = argv;
    this.#child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const { pid, stdout, stderr } = this.#child;
    if (pid !== undefined) guardian.add(pid);
    for (const stream of [stdout, stderr]) if (stream) log.follow(stream);
    this.ended = new Promise((settle) => {
      this.#child.once('error', (error) => {
        log.write(error.message);
        settle({ exitCode: 128, startError: error.message });
      });
      // What the first process leaves behind has no place in an ended container, and would keep the output open.
      this.#child.once('exit', () => this.signal('SIGKILL'));
      this.#child.once('close', (code, signal) => {
        settle({ exitCode: code ?? 128 + (signal ? constants.signals[signal] : 0), startError: null });
      });
    });
    void this.ended.then(() => {
      log.close();
      if (pid !== undefined) guardian.drop(pid);
    });
  }

  signal(name: NodeJS.Signals): void {
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // no member of the group is left
    }
  }
}
