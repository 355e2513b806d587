/**
 * Makes the output of a real k6 run against the target server: gzipped NDJSON, 14.75 points an iteration.
 * `node bench/make-k6.ts [iterations] [file]`: 80 000 iterations (1.18 million points) into the cache unless told
 * otherwise. A file that is there is kept. Prints one JSON line with the path.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findTestK6, startTargetServer } from '@proofload/testkit';
import { cacheFolder } from './cache-folder.ts';

const iterations = Number(process.argv[2] ?? 80_000);
if (!Number.isInteger(iterations) || iterations < 1)
  throw new Error(`expected a whole number of iterations, not ${process.argv[2]}`);
const file = resolve(process.argv[3] ?? join(cacheFolder, `k6-${iterations}.json.gz`));

const script = `
import http from 'k6/http';
import { check } from 'k6';
import { Counter } from 'k6/metrics';
import exec from 'k6/execution';

const orders = new Counter('orders');

export default function () {
  const answer = http.get(__ENV.TARGET + '/work?pool=64', { tags: { name: 'work' } });
  check(answer, { 'is answered': ({ status }) => status === 200 });
  if (exec.scenario.iterationInTest % 4 !== 0) orders.add(1);
}
`;

const isThere = await stat(file).then(
  () => true,
  () => false,
);
if (!isThere) await make();
const result = { file, iterations, isNew: !isThere, gzipBytes: (await stat(file)).size };
process.stdout.write(`${JSON.stringify(result)}\n`);

async function make(): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'proofload-k6-'));
  // Some waiting for each request, so that a run of many iterations takes a minute and not a few seconds.
  const target = await startTargetServer({ parallelMs: 30, serialMs: 0 });
  // Beside the file, so that the renaming stays on one disk; k6 compresses by the ending.
  const partial = `${file}.${process.pid}.partial.gz`;
  try {
    await writeFile(join(folder, 'script.js'), script);
    await runK6(join(folder, 'script.js'), partial, target.url);
    await rename(partial, file);
  } finally {
    await target.stop();
    await rm(partial, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function runK6(path: string, output: string, target: string): Promise<void> {
  const args = ['run', '--address', '', '--no-usage-report', '--quiet', '--vus', '50'];
  const load = ['--iterations', String(iterations), '--env', `TARGET=${target}`];
  const child = spawn(findTestK6(), [...args, ...load, '--out', `json=${output}`, path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`k6 ended with exit code ${code}`);
}
