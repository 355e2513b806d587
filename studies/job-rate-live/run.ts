// `npm run study:job-rate-live`: a Job of 1000 short pods against four client rates of the controller manager.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Testbed } from '@proofload/testbed';
import { findFreePort } from '@proofload/testkit/free-port';
import { StartedInstance } from '../../scripts/start/started-instance.ts';
import { launchStudy, type StudyResult } from './launch-study.ts';
import { makeDefinition } from './make-definition.ts';
import { readOptions, type StudyOptions, usage } from './options.ts';
import { readLatencyP99 } from './read-latency.ts';
import { registerTestbed, type Server } from './register-testbed.ts';
import { renderCurve, renderResults } from './result-table.ts';
import { openStudyTestbed, writeCommandList } from './study-testbed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const defaultPods = 1000;
/** The pages are built when they have changed. */
const readyWithinMs = 600_000;
const exitCodes = { failed: 1, runFailed: 3, interrupted: 130 };

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort(new Error('Interrupted')));
const { signal: interrupted } = interruption;
const undo: (() => Promise<void>)[] = [];

try {
  const options = readOptions(process.argv.slice(2), root);
  if (options === null) console.log(usage);
  else await carryOut(options);
} catch (error) {
  if (interrupted.aborted) process.exitCode = exitCodes.interrupted;
  else {
    console.error((error as Error).message);
    process.exitCode = exitCodes.failed;
  }
} finally {
  for (const step of undo.reverse())
    await step().catch((error: Error) => console.error(`Not everything was ended: ${error.message}`));
}
// Nothing that is left, such as a wait for an instance that has ended, shall hold the terminal.
process.exit();

async function carryOut(options: StudyOptions): Promise<void> {
  const pods = options.pods ?? defaultPods;
  console.log('Starting the testbed');
  const { testbed, end } = await openStudyTestbed(root, options.testbed, pods);
  undo.push(end);
  interrupted.throwIfAborted();
  await mkdir(options.dataDir, { recursive: true });
  const commands = await writeCommandList(root, testbed, options.dataDir);
  const server = await openServer(options, commands);
  interrupted.throwIfAborted();
  await registerTestbed(server, testbed, pods);
  const file = join(options.dataDir, 'job-rate-live.yaml');
  await writeFile(file, await makeDefinition(options));
  sayLoad();
  const result = await launchStudy(root, server, { file, options, interrupted });
  await report(result, testbed);
  if (interrupted.aborted) throw interrupted.reason;
  process.exitCode = result.runs.every(({ outcome }) => outcome === 'completed') ? 0 : exitCodes.runFailed;
  if (options.server === null) sayHowToComeBack(options, server);
  if (options.stays) await stay();
}

/** The Proofload that is named, or one that ends with the study; its data stay. */
async function openServer(options: StudyOptions, commands: string): Promise<Server> {
  if (options.server !== null) {
    console.log(`The worker of ${options.server.url} must have PROOFLOAD_COMMANDS=${commands}`);
    return options.server;
  }
  const port = options.port ?? (await findFreePort());
  console.log('Starting Proofload; the first time its pages are built, which takes minutes');
  const env = { PROOFLOAD_COMMANDS: commands, PROOFLOAD_LOCAL_K6: 'off', PROOFLOAD_BASE_URL: '' };
  const instance = new StartedInstance({ dataDir: options.dataDir, port, env });
  undo.push(() => instance.stop());
  const [line] = await Promise.race([instance.waitForLine(/^Sign in.*$/m, readyWithinMs), whenInterrupted()]);
  console.log(line);
  const token = (await readFile(join(options.dataDir, 'admin-token'), 'utf8')).trim();
  return { url: `http://127.0.0.1:${port}`, token };
}

function whenInterrupted(): Promise<never> {
  return new Promise((_, reject) => {
    const give = (): void => reject(interrupted.reason);
    if (interrupted.aborted) give();
    else interrupted.addEventListener('abort', give, { once: true });
  });
}

/** The higher rates are bounded by processors alone, so others that use them are what would be measured. */
function sayLoad(): void {
  const [load = 0] = loadavg();
  const processors = availableParallelism();
  if (load < 2 * processors) return;
  console.log(
    `Warning: ${Math.round(load)} processes want the ${processors} processors of this machine, so times will be long and tell little`,
  );
}

async function report({ sweep, runs, comparison }: StudyResult, testbed: Testbed): Promise<void> {
  const latencies = new Map<string, number | null>();
  for (const { id, measurements } of runs) {
    const window = measurements.api_request_rate?.window;
    if (!window) continue;
    const stretch = { fromMs: Date.parse(window.from), toMs: Date.parse(window.to) };
    latencies.set(id, await readLatencyP99(testbed.prometheusUrl, stretch));
  }
  const failed = runs.filter(({ outcome }) => outcome !== 'completed');
  const lines = [
    ...['', ...renderResults(comparison, latencies)],
    ...['', 'Time to completion', ...renderCurve(comparison).map((line) => `  ${line}`)],
    ...failed.map(({ name, outcome, reason }) => `${name} ${outcome}: ${reason ?? 'no reason was given'}`),
    ...['', `Sweep:   ${sweep.url}`, `Compare: ${sweep.compareUrl}`],
  ];
  for (const line of lines) console.log(line);
}

async function stay(): Promise<void> {
  console.log('Everything stays at work until Ctrl-C');
  await whenInterrupted().catch(() => undefined);
}

function sayHowToComeBack({ dataDir }: StudyOptions, { url }: Server): void {
  console.log(`The results stay: PROOFLOAD_DATA=${dataDir} PORT=${new URL(url).port} npm start`);
}
