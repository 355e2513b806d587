import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StopSignal } from '../options.ts';
import { TestbedError } from '../testbed-error.ts';
import type { Guardian } from './guardian.ts';
import { answersReady } from './probe.ts';

export interface PartPlan {
  name: string;
  program: string;
  args: readonly string[];
  readyUrl: string;
  /** PEM of the authority behind an `https:` readyUrl. */
  caPem: string;
  logPath: string;
  guardian: Guardian;
}

const readyWithinMs = 90_000;
const stopWithinMs = 30_000;
const probeEveryMs = 50;

/** One program of a testbed, in a process group of its own. */
export class PartProcess {
  readonly #plan: PartPlan;
  readonly #child: ChildProcess;
  readonly #ended: Promise<string>;
  /** How it ended, once it has. */
  ending: string | null = null;

  private constructor(plan: PartPlan, child: ChildProcess) {
    this.#plan = plan;
    this.#child = child;
    this.#ended = endOf(child).then((ending) => {
      this.ending = ending;
      if (child.pid !== undefined) plan.guardian.drop(child.pid);
      return ending;
    });
  }

  /** Its log is appended to, so that a restart keeps what came before. */
  static async spawn(plan: PartPlan): Promise<PartProcess> {
    const log = await open(plan.logPath, 'a', 0o600);
    try {
      const child = spawn(plan.program, plan.args, {
        cwd: '/',
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      });
      if (child.pid !== undefined) plan.guardian.add(child.pid);
      return new PartProcess(plan, child);
    } finally {
      await log.close();
    }
  }

  get pid(): number | null {
    return this.ending === null ? (this.#child.pid ?? null) : null;
  }

  get ended(): Promise<string> {
    return this.#ended;
  }

  /** Throws with the end of its log when it ends before, or is not ready in time. */
  async waitUntilReady(): Promise<void> {
    const { readyUrl, caPem } = this.#plan;
    for (const endMs = Date.now() + readyWithinMs; Date.now() < endMs; await sleep(probeEveryMs)) {
      if (this.ending !== null) throw await this.#failure(`ended (${this.ending}) before it was ready`);
      if (await answersReady(readyUrl, caPem)) return;
    }
    throw await this.#failure(`was not ready within ${readyWithinMs / 1000} s`);
  }

  /** SIGTERM is followed by SIGKILL when it is not enough. */
  async stop(signal: StopSignal): Promise<void> {
    if (this.ending !== null) return;
    this.#kill(signal);
    const timer = setTimeout(() => this.#kill('SIGKILL'), stopWithinMs);
    await this.#ended;
    clearTimeout(timer);
  }

  #kill(signal: StopSignal): void {
    if (this.#child.pid === undefined || this.ending !== null) return;
    process.kill(-this.#child.pid, signal);
  }

  async #failure(what: string): Promise<TestbedError> {
    const log = await readFile(this.#plan.logPath, 'utf8');
    const lines = log.trim().split('\n').slice(-8);
    return new TestbedError(`${this.#plan.name} ${what}; its log ends with:\n${lines.join('\n')}`);
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    return error.message;
  }
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal ?? `exit code ${code}`;
}
