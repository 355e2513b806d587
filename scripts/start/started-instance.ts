import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const startScript = fileURLToPath(new URL('../start.mjs', import.meta.url));

export interface StartOptions {
  dataDir: string;
  port: number;
  env?: NodeJS.ProcessEnv;
}

/** A `npm start` of its own, for tests: what it prints, and what becomes of it. */
export class StartedInstance {
  readonly #child: ChildProcess;
  #output = '';
  readonly ended: Promise<number | null>;

  constructor({ dataDir, port, env = {} }: StartOptions) {
    this.#child = spawn(process.execPath, [startScript], {
      env: {
        ...process.env,
        ...env,
        NODE_OPTIONS: '',
        PROOFLOAD_DATA: dataDir,
        PORT: String(port),
        HOST: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group, as in a terminal of its own.
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        this.#output += bytes.toString();
      });
    }
    this.ended = once(this.#child, 'exit').then(([code]) => code as number | null);
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The line that matches, as soon as it is printed. Throws when the process ends or the time is over before. */
  async waitForLine(pattern: RegExp, limitMs: number): Promise<RegExpMatchArray> {
    for (const endMs = Date.now() + limitMs; Date.now() < endMs; ) {
      const match = this.#output.match(pattern);
      if (match) return match;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
      await new Promise((settle) => setTimeout(settle, 20));
    }
    throw new Error(`${pattern} was not printed in time. Printed was:\n${this.#output}`);
  }

  /** Presses Ctrl-C: the signal goes to the whole foreground group. */
  interrupt(): void {
    process.kill(-this.pid, 'SIGINT');
  }

  /** Ends it, when it has not ended already. */
  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.interrupt();
    await this.ended;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ids of the processes below this one whose command line matches. */
  findProcesses(pattern: RegExp): Promise<number[]> {
    return findProcessesBelow(this.pid, pattern);
  }
}

/** Ids of the processes below another one whose command line matches. */
export async function findProcessesBelow(root: number, pattern: RegExp): Promise<number[]> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, args] = line.match(/^\s*(\d+)\s+(\d+)\s+(.*)$/) ?? [];
    return pid && parent && args ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
  const isBelow = (pid: number): boolean => {
    const parent = all.find((process) => process.pid === pid)?.parent;
    return parent !== undefined && (parent === root || (parent > 1 && isBelow(parent)));
  };
  return all.filter(({ pid, args }) => pattern.test(args) && isBelow(pid)).map(({ pid }) => pid);
}
