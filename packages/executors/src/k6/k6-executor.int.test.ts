import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProofloadError } from '@proofload/domain';
import { findTestK6 } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningWorkload, WorkloadInput } from '../executor.ts';
import { createK6Executor } from './k6-executor.ts';

const program = findTestK6();
let root: string;
let target: Server;
let targetUrl: string;
let requests = 0;
let count = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'proofload-k6-'));
  await mkdir(join(root, 'scripts', 'lib'), { recursive: true });
  target = createServer((_, response) => {
    requests += 1;
    response.end('ok');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
afterAll(async () => {
  target.closeAllConnections();
  target.close();
  await rm(root, { recursive: true, force: true });
});

interface Started {
  workload: RunningWorkload;
  lines: string[];
}

async function start(
  settings: Record<string, unknown>,
  changes: Partial<WorkloadInput> = {},
): Promise<Started> {
  count += 1;
  const directory = join(root, `run-${count}`);
  await mkdir(directory);
  const lines: string[] = [];
  const workload = await createK6Executor({ program, scriptsRoot: join(root, 'scripts') }).start({
    runId: `run${count}`,
    params: {},
    with: settings,
    directory,
    openUpload: () => Promise.reject(new ProofloadError('not-found', 'There is no upload')),
    log: (level, message) => lines.push(`${level} ${message}`),
    deadlineMs: Date.now() + 60_000,
    note: () => Promise.resolve(),
    readSteps: () => Promise.resolve([]),
    askPrometheus: () => Promise.reject(new Error('none')),
    openCluster: () => Promise.reject(new ProofloadError('invalid', 'There is no cluster')),
    openPush: () => Promise.reject(new Error('none')),
    remember: () => Promise.resolve(),
    ...changes,
  });
  return { workload, lines };
}

const sleeper = (duration: string): string =>
  `import { sleep } from 'k6'; export const options = { vus: 1, duration: '${duration}' }; export default () => sleep(0.05);`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
    return false;
  }
};

describe('a load', () => {
  it('runs with factors and settings as its only environment', async () => {
    process.env.PROOFLOAD_TEST_SECRET = 'do not show';
    const script = `export default () => {}; export function setup() { console.log(JSON.stringify(__ENV)); }`;
    const { workload, lines } = await start(
      { script, env: { TARGET: 'http://t' } },
      { params: { workers: 4, 'pool-size': 2 } },
    );
    const end = await workload.ended;
    delete process.env.PROOFLOAD_TEST_SECRET;
    expect(end).toMatchObject({ outcome: 'completed', reason: null, warnings: [] });
    const printed = lines.find((line) => line.startsWith('info {')) ?? '';
    const environment = JSON.parse(printed.slice('info '.length)) as Record<string, string>;
    expect(environment).toMatchObject({ workers: '4', pool_size: '2', TARGET: 'http://t' });
    const others = Object.keys(environment).filter(
      (name) => !['workers', 'pool_size', 'TARGET', 'PATH', 'HOME'].includes(name),
    );
    // The shell adds what it knows of itself, and nothing else.
    expect(others.every((name) => ['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toBe(true);
  });

  it('leaves samples, summary, output and script, and tells about its surroundings', async () => {
    const script = `import http from 'k6/http'; export default () => { http.get(__ENV.TARGET); }`;
    const before = requests;
    const { workload } = await start({ script, env: { TARGET: targetUrl }, iterations: 20, vus: 2 });
    const end = await workload.ended;
    expect(requests - before).toBe(20);
    expect(end.files.map((file) => file.name)).toEqual(['script.js', 'summary.json', 'k6-output.txt']);
    const summary = JSON.parse(await readFile(end.files[1]?.path ?? '', 'utf8')) as {
      metrics: Record<string, { count: number }>;
    };
    expect(summary.metrics.http_reqs?.count).toBe(20);
    const points = (await readFile(workload.samplesPath ?? '', 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"Point"') && line.includes('"http_reqs"'));
    expect(points).toHaveLength(20);
    expect(workload.environment['k6.version']).toMatch(/^v\d+\.\d+\.\d+/);
    expect(workload.environment['script.sha256']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('whose thresholds are crossed is complete, with a warning', async () => {
    const script = `export const options = { thresholds: { iterations: ['count>5'] } }; export default () => {};`;
    const end = await (await start({ script, iterations: 2 })).workload.ended;
    expect(end).toMatchObject({
      outcome: 'completed',
      warnings: ['A threshold of the script was crossed: iterations count>5'],
    });
  });

  it('whose generator could not keep up is limited', async () => {
    const script = `import { sleep } from 'k6';
      export const options = { scenarios: { s: { executor: 'constant-arrival-rate', rate: 20, duration: '2s', preAllocatedVUs: 1, maxVUs: 1 } } };
      export default () => sleep(0.5);`;
    const end = await (await start({ script })).workload.ended;
    expect(end.outcome).toBe('limited');
    expect(end.reason).toMatch(/^k6 could not start \d+ iterations in time/);
  });

  it.each([
    ['does not parse', 'export default (', /^The script threw an exception outside of an iteration|^k6 /],
    [
      'throws in setup',
      `export function setup() { throw new Error('no way'); } export default () => {};`,
      /no way/,
    ],
    [
      'aborts',
      `import exec from 'k6/execution'; export default () => exec.test.abort('enough');`,
      /^The script aborted the test.*enough/,
    ],
    [
      'fails',
      `import exec from 'k6/execution'; export default () => exec.test.fail('bad');`,
      /^The script marked the test as failed/,
    ],
  ])('whose script %s has failed with the reason', async (_, script, reason) => {
    const end = await (await start({ script })).workload.ended;
    expect(end.outcome).toBe('failed');
    expect(end.reason).toMatch(reason);
  });
});

describe('stopping', () => {
  it('ends the load within 5 s and keeps its summary', async () => {
    const { workload } = await start({ script: sleeper('60s') });
    await sleep(1500);
    const stoppedAtMs = performance.now();
    workload.stop();
    workload.stop();
    const end = await workload.ended;
    expect(performance.now() - stoppedAtMs).toBeLessThan(5000);
    expect(end).toMatchObject({ outcome: 'failed' });
    expect(end.reason).toMatch(/^k6 was stopped from outside by a signal/);
    expect(end.files.map((file) => file.name)).toContain('summary.json');
  });

  it('kills what does not want to end', async () => {
    const script = `export function setup() { for (;;) {} } export default () => {};`;
    const { workload } = await start({ script });
    await sleep(1000);
    const stoppedAtMs = performance.now();
    workload.stop();
    const end = await workload.ended;
    expect(performance.now() - stoppedAtMs).toBeLessThan(5000);
    expect(end.outcome).toBe('failed');
  });

  it('happens by itself when the worker is killed', async () => {
    const directory = join(root, 'orphan');
    await mkdir(directory);
    const parent = `
      const { createK6Executor } = await import(${JSON.stringify(new URL('./k6-executor.ts', import.meta.url).href)});
      const workload = await createK6Executor({ program: ${JSON.stringify(program)}, scriptsRoot: null }).start({
        runId: 'orphan', params: {}, with: { script: ${JSON.stringify(sleeper('60s'))} }, directory: ${JSON.stringify(directory)},
        openUpload: () => Promise.reject(new Error('none')), log: () => {},
      });
      process.stdout.write(String(workload.state.pid));`;
    const worker = spawn(process.execPath, ['--input-type=module', '-e', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(
      await new Promise<string>((resolve) => worker.stdout.once('data', (data) => resolve(String(data)))),
    );
    await sleep(1500);
    expect(isAlive(pid)).toBe(true);
    worker.kill('SIGKILL');
    await expect.poll(() => isAlive(pid), { timeout: 5000, interval: 100 }).toBe(false);
    await sleep(300);
    const size = (await readFile(join(directory, 'samples.json'))).length;
    await sleep(1000);
    expect((await readFile(join(directory, 'samples.json'))).length).toBe(size);
  });
});

describe('scripts', () => {
  it('are found in the scripts folder with what they import', async () => {
    await writeFile(join(root, 'scripts', 'lib', 'words.js'), `export const word = 'imported';`);
    await writeFile(
      join(root, 'scripts', 'main.js'),
      `import { word } from './lib/words.js'; export default () => console.log(word);`,
    );
    const { workload, lines } = await start({ file: 'main.js', iterations: 1 });
    expect((await workload.ended).outcome).toBe('completed');
    expect(lines).toContain('info imported');
  });

  it('can be uploaded', async () => {
    const upload = async function* () {
      yield Buffer.from(`export default () => console.log('uploaded');`);
    };
    const { workload, lines } = await start(
      { upload: 'a.js', iterations: 1 },
      { openUpload: async () => upload() },
    );
    expect((await workload.ended).outcome).toBe('completed');
    expect(lines).toContain('info uploaded');
  });

  it('are refused when they are missing or lead out of the folder', async () => {
    await writeFile(join(root, 'outside.js'), 'export default () => {};');
    await symlink(join(root, 'outside.js'), join(root, 'scripts', 'link.js'));
    await expect(start({ file: 'missing.js' })).rejects.toThrow(
      'spec.workload.with.file: expected a file below the scripts folder; there is no missing.js',
    );
    await expect(start({ file: 'link.js' })).rejects.toThrow('this one leads out of it');
    await expect(start({ upload: 'none.js' })).rejects.toThrow('there is none called none.js');
  });

  it('need a k6 that works', async () => {
    const directory = join(root, 'no-k6');
    await mkdir(directory);
    const executor = createK6Executor({ program: join(root, 'missing-k6'), scriptsRoot: null });
    const input = {
      runId: 'x',
      params: {},
      with: { script: 'x' },
      directory,
      openPush: () => Promise.reject(new Error('none')),
      openUpload: () => Promise.reject(new Error('none')),
      log: () => undefined,
      deadlineMs: Date.now() + 60_000,
      note: () => Promise.resolve(),
      readSteps: () => Promise.resolve([]),
      askPrometheus: () => Promise.reject(new Error('none')),
      openCluster: () => Promise.reject(new Error('none')),
      remember: () => Promise.resolve(),
    };
    await expect(executor.start(input)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('There is no k6 that works at'),
    });
  });
});
