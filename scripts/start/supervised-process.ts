import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nextBackOff } from './back-off.ts';
import { createErrorLines } from './error-lines.ts';
import { RotatingLog } from './rotating-log.ts';

const followLauncher = fileURLToPath(new URL('./follow-launcher.mjs', import.meta.url));

export interface ProcessPlan {
  /** What it is called in sentences, such as `web server`. */
  name: string;
  /** Arguments of Node: the script, then its own. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logPath: string;
  /** Given a sentence for the terminal. */
  tell: (sentence: string) => void;
  /** Aborted when a stop shall not wait for the process any longer. */
  hurry: AbortSignal;
}

export interface SupervisedProcess {
  /** Asks it to end, and ends it by force after `graceMs`. It is not started again. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Keeps a Node process running: one that ends by itself is started again, after a pause that grows with every failure.
 * It has a process group of its own, so a Ctrl-C in the terminal does not reach it before the launcher decides the
 * order, and it ends when the launcher is gone.
 */
export function superviseProcess(plan: ProcessPlan): SupervisedProcess {
  const log = new RotatingLog(plan.logPath);
  const stopping = new AbortController();
  let child: ChildProcess | null = null;

  const keepRunning = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const startedMs = Date.now();
      child = startChild(plan, log);
      const ending = await endOf(child);
      child = null;
      if (stopping.signal.aborted) return;
      const backOff = nextBackOff(failures, Date.now() - startedMs);
      failures = backOff.failures;
      plan.tell(
        `The ${plan.name} ended unexpectedly (${ending}) and is started again in ${backOff.waitMs / 1000} s; its log is ${plan.logPath}`,
      );
      await sleep(backOff.waitMs, undefined, { signal: stopping.signal }).catch((error: Error) => {
        if (error.name !== 'AbortError') throw error;
      });
    }
  };
  const done = keepRunning();

  return {
    stop: async (graceMs) => {
      stopping.abort();
      child?.kill('SIGTERM');
      const force = (): void => {
        if (!child) return;
        plan.tell(`The ${plan.name} did not stop in time and was ended by force`);
        child.kill('SIGKILL');
      };
      const timer = setTimeout(force, graceMs);
      if (plan.hurry.aborted) force();
      plan.hurry.addEventListener('abort', force, { once: true });
      await done;
      clearTimeout(timer);
      plan.hurry.removeEventListener('abort', force);
      await log.end();
    },
  };
}

function startChild(plan: ProcessPlan, log: RotatingLog): ChildProcess {
  const child = spawn(process.execPath, ['--import', followLauncher, ...plan.args], {
    cwd: plan.cwd,
    env: plan.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    const findErrors = createErrorLines((message) => plan.tell(`${plan.name}: ${message}`), Date.now);
    stream?.on('data', (bytes: Buffer) => {
      log.write(bytes);
      findErrors(bytes);
    });
  }
  return child;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
  });
}
