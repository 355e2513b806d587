// The test runner: every suite in turn, past failures, with one sum at the end.
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findK6 } from '../start/find-k6.ts';
import { runSuite, type SuiteResult } from './run-suite.ts';
import { listSuites } from './suites.ts';
import { ensureGo, ensureSystemTools } from './system-tools.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const maxFailuresShown = 20;
const isCi = Boolean(process.env.CI) && process.env.CI !== 'false';
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop.abort());

/** The surroundings of the suites: Node 24 and k6 first on PATH, nothing that speaks to the outside. */
async function prepareEnv(): Promise<NodeJS.ProcessEnv> {
  await ensureSystemTools(isCi, process.env.PATH ?? '');
  await ensureGo(isCi);
  const search = {
    dataDir: join(root, '.cache'),
    named: process.env.PROOFLOAD_K6 || null,
    env: process.env,
    signal: stop.signal,
    tell: (sentence: string) => console.log(sentence),
  };
  const k6 = await findK6(search);
  const folders = [join(root, 'node_modules/.bin'), ...(k6 ? [dirname(k6)] : []), process.env.PATH ?? ''];
  return {
    ...process.env,
    PATH: folders.join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...(k6 ? { PROOFLOAD_K6: k6 } : {}),
  };
}

async function runSuites(): Promise<SuiteResult[]> {
  const reports = join(root, 'test-results/reports');
  await mkdir(reports, { recursive: true });
  const env = await prepareEnv();
  const results: SuiteResult[] = [];
  for (const suite of listSuites(reports, isCi)) {
    if (stop.signal.aborted) break;
    if (values.only && !values.only.includes(suite.name)) continue;
    console.log(`\n== ${suite.name}`);
    results.push(await runSuite(suite, { root, env, isCi, signal: stop.signal }));
  }
  return results;
}

function printFailures(title: string, failures: readonly string[]): void {
  if (failures.length === 0) return;
  console.log(`\n== ${title}`);
  for (const failure of failures.slice(0, maxFailuresShown)) console.log(failure);
  if (failures.length > maxFailuresShown) console.log(`and ${failures.length - maxFailuresShown} more`);
}

function printSummary(results: readonly SuiteResult[]): void {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log('\n== Summary');
  for (const { name, passed, failed, skipped, seconds, note } of results) {
    const mark = failed === 0 ? 'ok    ' : 'FAILED';
    const more = `${skipped > 0 ? `, ${skipped} skipped` : ''}${note ? ` (${note})` : ''}`;
    console.log(
      `${mark} ${name.padEnd(width)} ${passed} passed, ${failed} failed${more}, ${seconds.toFixed(1)} s`,
    );
  }
}

/** Once more without what they printed: whoever sees the end of the log alone must not have to guess. */
function printNames(results: readonly SuiteResult[]): void {
  const nameOf = (failure: string): string => failure.split('\n', 1)[0] ?? failure;
  for (const { name, failures, repeated } of results) {
    for (const each of repeated.slice(0, maxFailuresShown))
      console.log(`repeated in ${name}: ${nameOf(each)}`);
    for (const each of failures.slice(0, maxFailuresShown)) console.log(`failed in ${name}: ${nameOf(each)}`);
  }
}

const results = await runSuites();
printFailures(
  'What passed only when it was repeated',
  results.flatMap((result) => result.repeated),
);
printFailures(
  'What failed',
  results.flatMap((result) => result.failures),
);
printSummary(results);
printNames(results);
const sum = (pick: (result: SuiteResult) => number): number =>
  results.reduce((total, each) => total + pick(each), 0);
const failed = sum((result) => result.failed) + (stop.signal.aborted ? 1 : 0);
console.log(`${sum((result) => result.passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
