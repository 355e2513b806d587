// The process that holds a testbed: it starts the parts, takes orders and removes everything when it is told to, when it
// is signalled, or when the process that started it is gone. The only argument is its options as JSON; the first line of
// its output says that it is ready, or why it is not.
import { appendFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestbedFacts, testbedOptions } from '../options.ts';
import { findPrograms } from '../programs/find-programs.ts';
import { TestbedError } from '../testbed-error.ts';
import { type ControlPlane, prepareControlPlane, startControlPlane } from './control-plane.ts';
import { startControlServer } from './control-server.ts';
import { startGuardian } from './guardian.ts';

const graceSeconds = 3;
const options = testbedOptions.parse(JSON.parse(process.argv[2] ?? ''));
const { dataDir } = options;

try {
  await takeFolder();
  await holdTestbed();
  process.exit(0);
} catch (error) {
  report({ error: error instanceof TestbedError ? error.message : String((error as Error).stack ?? error) });
  process.exit(1);
}

/** A folder with something in it is somebody's. */
async function takeFolder(): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const names = await readdir(dataDir);
  if (names.length > 0)
    throw new TestbedError(`${dataDir} is not empty: choose another folder for the testbed`);
}

async function holdTestbed(): Promise<void> {
  const { ended, end } = listenForEnd();
  const guardian = startGuardian(dataDir, graceSeconds);
  let plane: ControlPlane | null = null;
  try {
    plane = await prepareControlPlane(options, await findPrograms(process.env), guardian, tell);
    // Asked to end in the middle of the start, it does not wait for what takes longest.
    const started = startControlPlane(plane, options);
    started.catch(() => undefined);
    if ((await Promise.race([started, ended.then(() => 'ended')])) === 'ended') return;
    const control = await startControlServer(plane.parts, end);
    const facts: TestbedFacts = { ...plane.facts, pid: process.pid, control };
    await writeFile(join(dataDir, 'state.json'), JSON.stringify(facts), { mode: 0o600 });
    report({ ready: true });
    await ended;
    control.close();
  } finally {
    // Nothing of it is kept, so nothing has to end in order.
    await Promise.all(Object.values(plane?.parts ?? {}).map((part) => part.abandon()));
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    await guardian.release();
  }
}

function listenForEnd(): { ended: Promise<void>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve());
  // Standard input says how the parent is: it closes when the parent is gone, unless a word before lets this process go.
  let isReleased = false;
  process.stdin.once('data', () => {
    isReleased = true;
  });
  process.stdin.on('error', () => undefined);
  process.stdin.on('close', () => {
    if (!isReleased) resolve();
  });
  return { ended: promise, end: resolve };
}

function report(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function tell(sentence: string): void {
  appendFileSync(join(dataDir, 'log/host.log'), `${new Date().toISOString()} ${sentence}\n`);
}
