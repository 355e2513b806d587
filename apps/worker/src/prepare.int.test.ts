import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readRunLog } from '@proofload/services';
import { useTestbed } from '@proofload/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClusterBench } from './fixtures/cluster-bench.ts';
import { jobExperiment } from './fixtures/job-experiment.ts';
import { preparedExperiment } from './fixtures/prepared-experiment.ts';
import { createWorkerBench, type WorkerBench } from './fixtures/worker-bench.ts';

const run = promisify(execFile);
const list = 'commands: {sh: {program: /bin/sh, args: [-c], mayHave: [BURST]}}';

async function writeList({ dataDir }: WorkerBench): Promise<string> {
  const path = join(dataDir, 'commands.yaml');
  await writeFile(path, list);
  return path;
}

describe('before its load, a run', () => {
  let bench: WorkerBench;
  let commands: string;

  beforeAll(async () => {
    bench = await createWorkerBench();
    commands = await writeList(bench);
    await bench.startWorker({ commands, localK6: 'off' });
  });
  afterAll(() => bench.close());

  const launch = async (name: string, prepare: string): Promise<string> => {
    const { runIds } = await bench.launch(preparedExperiment({ name, prepare }));
    return runIds[0] ?? '';
  };
  const finished = (id: string) => bench.runUntil(id, ({ status }) => status === 'finished', 30_000);
  const readLog = async (id: string): Promise<string[]> =>
    (await readRunLog(bench.ctx, { id, after: 0, limit: 1000 })).lines.map(({ message }) => message);

  it('is prepared with its parameters, in a phase of its own, and says so in its log', async () => {
    const text = 'echo qps ${qps} burst $BURST; ls -A | wc -l; echo careful >&2; sleep 0.5';
    const id = await launch('prepared', `{command: sh, args: ['${text}'], env: {BURST: "\${burst}"}}`);
    const done = await finished(id);
    expect(done).toMatchObject({ outcome: 'completed', reason: null });
    const log = await readLog(id);
    expect(log).toEqual(
      expect.arrayContaining(['The run is prepared by sh', 'qps 20 burst 30', '0', 'careful']),
    );
    expect(done.phases.map(({ name }) => name)).toEqual(['prepare', 'load']);
    const [prepare, load] = done.phases.map(({ from, to }) => [Date.parse(from), Date.parse(to ?? '')]);
    expect(prepare![1]! - prepare![0]!).toBeGreaterThanOrEqual(500);
    expect(load![0]!).toBeGreaterThanOrEqual(prepare![1]!);
    expect(Date.parse(done.startedAt ?? '')).toBeGreaterThanOrEqual(prepare![1]!);
  });

  it.each([
    [
      'fails when that fails, with its last words',
      '{command: sh, args: ["echo no such part >&2; exit 4"]}',
      /^The run could not be prepared: sh ended with exit code 4: no such part$/,
    ],
    [
      'fails with what was printed when nothing was said on standard error',
      '{command: sh, args: ["echo almost there; exit 1"]}',
      /exit code 1: almost there$/,
    ],
    [
      'does not wait longer than it may take',
      '{command: sh, args: ["echo waiting; sleep 60"], timeout: 1s}',
      /^The run could not be prepared: sh did not end within 1\s?s; it said last: waiting$/,
    ],
    [
      'fails when the worker does not allow the program',
      '{command: kubectl}',
      /^spec\.workload\.prepare\.command: expected a program that this worker allows \(sh\); there is no kubectl$/,
    ],
    [
      'fails when the worker does not allow a variable',
      '{command: sh, env: {LD_PRELOAD: x}}',
      /^spec\.workload\.prepare\.env: .* LD_PRELOAD is none of them$/,
    ],
  ])('%s', async (title, prepare, reason) => {
    const id = await launch(title.replaceAll(/[^a-z]+/g, '-').slice(0, 60), prepare);
    const done = await finished(id);
    expect(done.outcome).toBe('failed');
    expect(done.reason).toMatch(reason);
    expect(done.artifacts).toEqual([]);
    expect(done.phases).toMatchObject([{ name: 'prepare', to: expect.any(String) }]);
  });

  it('can be cancelled, which ends the program', async () => {
    const mark = `93${process.pid}`;
    const id = await launch('cancelled', `{command: sh, args: ["sleep ${mark} & sleep ${mark}"]}`);
    await bench.runUntil(id, ({ phases }) => phases.length === 1, 20_000);
    await bench.cancel(id);
    expect(await finished(id)).toMatchObject({ outcome: 'cancelled', reason: 'Cancelled on request' });
    await expect(run('pgrep', ['-f', `sleep ${mark}`])).rejects.toMatchObject({ code: 1 });
  });
});

describe('when its worker', () => {
  let bench: WorkerBench;
  beforeAll(async () => {
    bench = await createWorkerBench();
  });
  afterAll(() => bench.close());

  it('has no list, the run fails and says where one is named', async () => {
    const worker = await bench.startWorker();
    const source = preparedExperiment({ name: 'no-list', prepare: '{command: sh}' })
      .replace('executor: command', 'executor: k6')
      .replace(/with: .*/, 'with: {script: "export default () => {};"}');
    const { runIds } = await bench.launch(source);
    const done = await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'finished', 30_000);
    expect(done.reason).toContain('PROOFLOAD_COMMANDS of the worker names its list');
    await worker.end('SIGTERM');
  });

  it('goes away meanwhile, the run is prepared anew', async () => {
    const commands = await writeList(bench);
    const told = join(bench.dataDir, 'told');
    const readTold = () => readFile(told, 'utf8').catch(() => '');
    const script = `echo x >> ${told}; if [ $(wc -l < ${told}) = 1 ]; then sleep 60; fi`;
    const source = preparedExperiment({ name: 'again', prepare: `{command: sh, args: ["${script}"]}` });
    const first = await bench.startWorker({ commands });
    const { runIds } = await bench.launch(source);
    await expect.poll(readTold, { timeout: 20_000 }).toBe('x\n');
    expect(await first.end('SIGTERM')).toBe(0);
    expect(await bench.run(runIds[0] ?? '')).toMatchObject({ status: 'queued' });
    await bench.startWorker({ commands });
    const done = await bench.runUntil(runIds[0] ?? '', ({ status }) => status === 'finished', 40_000);
    expect(done.outcome).toBe('completed');
    expect(await readTold()).toBe('x\nx\n');
  });
});

it('a load that has begun is not prepared again by the worker that takes it over', async () => {
  const shared = await useTestbed();
  const bench = await createClusterBench(shared);
  try {
    const commands = await writeList(bench);
    const told = join(bench.dataDir, 'told');
    const prepare = `prepare: {command: sh, args: ["echo x >> ${told}"]}`;
    const source = jobExperiment({ name: 'prepared-job', runFor: '6s' }).replace(
      '    timeout: 5m',
      `    timeout: 5m\n    ${prepare}`,
    );
    const first = await bench.startWorker({ commands });
    const { runIds } = await bench.launch(source);
    const [id = ''] = runIds;
    await bench.runUntil(id, ({ status }) => status === 'running', 30_000);
    await first.end('SIGTERM');
    await bench.startWorker({ commands });
    const done = await bench.runUntil(id, ({ status }) => status === 'finished', 60_000);
    expect(done).toMatchObject({ outcome: 'completed' });
    expect(await readFile(told, 'utf8')).toBe('x\n');
  } finally {
    await bench.close();
    await shared.remove();
  }
});
