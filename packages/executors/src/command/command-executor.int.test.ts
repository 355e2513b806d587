import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningWorkload, WorkloadInput } from '../executor.ts';
import { createCommandExecutor } from './command-executor.ts';
import { type CommandList, readCommandList } from './command-list.ts';

const run = promisify(execFile);
let root = '';
let running: RunningWorkload | null = null;
const lines: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'proofload-command-'));
});
afterEach(async () => {
  running?.stop();
  await running?.ended;
  running = null;
  lines.length = 0;
});
afterAll(() => rm(root, { recursive: true, force: true }));

const shell: CommandList = {
  sh: { program: '/bin/sh', args: ['-c'], env: { FROM_OPERATOR: 'yes' }, mayHave: ['FROM_AUTHOR'] },
};

async function start(settings: object, commands: CommandList = shell): Promise<RunningWorkload> {
  const directory = await mkdtemp(join(root, 'run-'));
  const none = () => Promise.reject(new Error('none'));
  const input: WorkloadInput = {
    runId: 'run1',
    params: {},
    with: settings,
    deadlineMs: Date.now() + 60_000,
    directory,
    openUpload: none,
    openPush: none,
    readSteps: () => Promise.resolve([]),
    askPrometheus: () => Promise.reject(new Error('none')),
    openCluster: none,
    remember: () => Promise.resolve(),
    note: () => Promise.resolve(),
    log: (level, message) => lines.push(`${level} ${message}`),
  };
  running = await createCommandExecutor(commands).start(input);
  return running;
}

const textOf = async (workload: RunningWorkload, name: string): Promise<string> => {
  const file = (await workload.ended).files.find((each) => each.name === name);
  return file ? readFile(file.path, 'utf8') : '';
};

describe('a program', () => {
  it('gets its arguments, files and variables, and nothing of the worker', async () => {
    process.env.PROOFLOAD_TEST_SECRET = 'do not show';
    const workload = await start({
      command: 'sh',
      args: ['cat in/a.txt; env | sort; echo "$PWD"'],
      files: { 'in/a.txt': 'hello\n' },
      env: { FROM_AUTHOR: 7 },
    });
    expect(await workload.ended).toMatchObject({ outcome: 'completed', reason: null, warnings: [] });
    const said = await textOf(workload, 'stdout.txt');
    expect(said).toContain('hello\n');
    expect(said).toContain('FROM_AUTHOR=7\nFROM_OPERATOR=yes\n');
    expect(said).not.toContain('do not show');
  });

  it('leaves the files that were declared, with what they are', async () => {
    const workload = await start({
      command: 'sh',
      args: ['mkdir -p out; echo "{}" > out/r.json; ln -s /etc/hostname link.txt; echo done'],
      results: [{ path: 'out/r.json', as: 'results' }, { path: 'gone.csv' }, { path: 'link.txt' }],
      stdout: 'openmetrics',
    });
    const { files, warnings } = await workload.ended;
    expect(files.map(({ name, ingestAs }) => [name, ingestAs])).toEqual([
      ['stdout.txt', 'openmetrics'],
      ['out-r.json', 'results'],
    ]);
    expect(warnings).toEqual(['It left no file gone.csv', 'It left no file link.txt']);
  });

  it('that fails says so in its own words', async () => {
    const workload = await start({ command: 'sh', args: ['echo "no route" >&2; exit 3'] });
    expect(await workload.ended).toMatchObject({
      outcome: 'failed',
      reason: 'sh ended with exit code 3: no route',
    });
    expect(lines).toEqual(['warn no route']);
  });

  it('may end with another code', async () => {
    const workload = await start({ command: 'sh', args: ['exit 3'], successCodes: [0, 3] });
    expect((await workload.ended).outcome).toBe('completed');
  });

  it('is stopped with everything that it has started', async () => {
    const mark = `86${process.pid}`;
    const workload = await start({ command: 'sh', args: [`trap '' TERM; sleep ${mark} & sleep ${mark}`] });
    await sleep(300);
    const startedMs = performance.now();
    workload.stop();
    expect((await workload.ended).outcome).toBe('failed');
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    await expect(run('pgrep', ['-f', `sleep ${mark}`])).rejects.toMatchObject({ code: 1 });
  });

  it('is bounded in what it prints', async () => {
    const workload = await start({ command: 'sh', args: ['head -c 70000000 /dev/zero'] });
    const { files, warnings } = await workload.ended;
    expect(warnings).toEqual(['It printed 70000000 bytes; only the first 67108864 were kept']);
    expect((await readFile(files[0]?.path ?? '')).length).toBeLessThanOrEqual(67_108_864);
  });
});

describe('what is refused', () => {
  it.each([
    [{ command: 'bash' }, 'expected a program that this worker allows (sh); there is no bash'],
    [{ command: 'sh', env: { LD_PRELOAD: 'x' } }, 'LD_PRELOAD is none of them'],
  ])('%j', async (settings, message) => {
    await expect(start(settings)).rejects.toThrow(message);
  });
  it('a program that is not there, when it is started', async () => {
    const missing = { x: { program: join(root, 'missing'), args: [], env: {}, mayHave: [] } };
    const workload = await start({ command: 'x' }, missing);
    expect((await workload.ended).outcome).toBe('failed');
  });
});

describe('the list of programs', () => {
  it('is YAML', () => {
    const text = 'commands:\n  iperf3: {program: /usr/bin/iperf3, args: ["--json"], version: ["--version"]}';
    expect(readCommandList(text)).toEqual({
      iperf3: { program: '/usr/bin/iperf3', args: ['--json'], env: {}, mayHave: [], version: ['--version'] },
    });
  });
  it.each([
    ['commands: {a: {program: iperf3}}', 'commands.a.program: expected an absolute path'],
    ['commands: {a: {program: /x, shell: true}}', 'commands.a'],
    ['commands: [', 'expected YAML'],
    ['other: 1', 'commands'],
  ])('%j is refused', (text, message) => {
    expect(() => readCommandList(text)).toThrow(message);
  });
});

describe('iperf3 between two network namespaces', () => {
  const names = { server: `pl-s${process.pid}`, client: `pl-c${process.pid}` };
  const links = { server: `pls${process.pid}`.slice(0, 15), client: `plc${process.pid}`.slice(0, 15) };
  let server: ReturnType<typeof spawn>;

  beforeAll(async () => {
    const ip = (...args: string[]) => run('ip', args);
    for (const side of ['server', 'client'] as const) await ip('netns', 'add', names[side]);
    await ip('link', 'add', links.server, 'type', 'veth', 'peer', 'name', links.client);
    for (const [side, address] of [
      ['server', '10.231.7.1/30'],
      ['client', '10.231.7.2/30'],
    ] as const) {
      await ip('link', 'set', links[side], 'netns', names[side]);
      await ip('-n', names[side], 'addr', 'add', address, 'dev', links[side]);
      await ip('-n', names[side], 'link', 'set', links[side], 'up');
    }
    server = spawn('ip', ['netns', 'exec', names.server, 'iperf3', '--server', '--bind', '10.231.7.1'], {
      stdio: 'ignore',
    });
    await sleep(500);
  });
  afterAll(async () => {
    server?.kill();
    for (const name of Object.values(names)) await run('ip', ['netns', 'del', name]);
  });

  const commands: CommandList = {
    iperf3: {
      program: '/usr/sbin/ip',
      args: ['netns', 'exec', names.client, 'iperf3'],
      env: {},
      mayHave: [],
    },
  };

  it.each([
    ['and writes nothing', []],
    ['and writes to disk', ['--reverse', '-F', 'received.bin']],
  ])('measures %s, and its report is a result', async (_, disk) => {
    const settings = {
      command: 'iperf3',
      args: ['--client', '10.231.7.1', '--time', 2, '--json', '--logfile', 'iperf3.json', ...disk],
      results: [{ path: 'iperf3.json', as: 'results' }],
    };
    const workload = await start(settings, commands);
    expect(await workload.ended).toMatchObject({ outcome: 'completed', warnings: [] });
    const report = JSON.parse(await textOf(workload, 'iperf3.json')) as {
      end: { sum_received: { bits_per_second: number } };
    };
    expect(report.end.sum_received.bits_per_second).toBeGreaterThan(1e6);
  });

  it('says what iperf3 says when nobody answers', async () => {
    const settings = { command: 'iperf3', args: ['--client', '10.231.7.1', '--port', 1, '--time', 1] };
    const { outcome, reason } = await (await start(settings, commands)).ended;
    expect([outcome, reason]).toEqual(['failed', expect.stringContaining('unable to connect to server')]);
  });
});
