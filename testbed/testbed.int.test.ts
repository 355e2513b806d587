import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { VersionApi } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTestbed, readTestbedFacts, type Testbed } from './connect-testbed.ts';
import { makeClients } from './host/bootstrap.ts';
import { isAlive } from './is-alive.ts';
import { onProcessNode } from './process-node/process-taint.ts';
import { startTestbed } from './start-testbed.ts';

const run = promisify(execFile);
const patience = { timeout: 20_000, interval: 200 };
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-testbed-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function listPids(testbed: Testbed): Promise<number[]> {
  const parts = Object.values(await testbed.status());
  return [testbed.pid, ...parts.flatMap(({ pid }) => (pid === null ? [] : [pid]))];
}

async function expectGone(dataDir: string, pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 20_000);
  await vi.waitFor(() => expect(stat(dataDir)).rejects.toThrow('ENOENT'), 10_000);
}

async function readCommandLine(testbed: Testbed): Promise<string[]> {
  const { pid } = (await testbed.status())['controller-manager'];
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
}

describe('npm run testbed', () => {
  let dataDir: string;
  let testbed: Testbed;
  const command = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [main, '--data', dataDir, ...args])).stdout;

  beforeAll(async () => {
    dataDir = join(dir, 'by-command');
    const said = await command('--nodes', '2', '--pods', '7', '--kcm-qps', '20', '--kcm-burst', '30');
    expect(said).toContain(`export KUBECONFIG=${dataDir}/kubeconfig`);
    const facts = await readTestbedFacts(dataDir);
    testbed = connectTestbed(facts!);
  });

  it('brings up a control plane with ready nodes, which an administrator reaches in two ways', async () => {
    const { core } = makeClients(await readFile(testbed.kubeconfigPath, 'utf8'));
    const { items } = await core.listNode();
    const capacities = items.map(({ metadata, status }) => [metadata?.name, status?.allocatable?.pods]);
    expect(Object.fromEntries(capacities)).toEqual({ 'kwok-0': '7', 'kwok-1': '7', 'process-0': '110' });
    const { config } = makeClients(testbed.certificateKubeconfigText);
    expect((await config.makeApiClient(VersionApi).getCode()).gitVersion).toBe(testbed.version);
    expect(await command()).toContain('runs in');
  });

  it('lets only its user read the secrets', async () => {
    for (const name of ['', 'kubeconfig', 'state.json', 'pki/tokens.csv']) {
      expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
    const control = await fetch(testbed.control.url, { headers: { authorization: 'Bearer other' } });
    expect(control.status).toBe(401);
  });

  it('scrapes every part', async () => {
    const query = async (text: string): Promise<string> =>
      (await fetch(`${testbed.prometheusUrl}/api/v1/query?query=${encodeURIComponent(text)}`)).text();
    await vi.waitFor(
      async () => {
        expect(await query('sum(apiserver_request_total) > 0')).toContain('"value"');
        expect(await query('count(up == 1) >= 7')).toContain('"value"');
        expect(await query('sum(workqueue_adds_total{job="kube-controller-manager"})')).toContain('"value"');
        expect(await query('node_memory_working_set_bytes{node="kwok-1"}')).toContain('"value"');
      },
      { timeout: 30_000, interval: 500 },
    );
    expect(await query('up == 0')).toContain('"result":[]');
  }, 40_000);

  it('keeps its data and its address while the API server is away', async () => {
    const { core } = makeClients(testbed.kubeconfigText);
    await core.createNamespace({ body: { metadata: { name: 'kept' } } });
    await testbed.stopApiServer();
    await expect(core.listNamespace()).rejects.toThrow();
    await testbed.startApiServer();
    expect((await core.readNamespace({ name: 'kept' })).metadata?.name).toBe('kept');
  });

  it('ends the processes of pods with their node, and says so when it is back', async () => {
    const { core } = makeClients(testbed.kubeconfigText);
    const pod = { namespace: 'default', name: 'sleeper' };
    const containers = [{ name: 'main', image: 'busybox', command: ['sh', '-c', 'echo $$$$; sleep 600'] }];
    const spec = { ...onProcessNode, containers };
    await core.createNamespacedPod({
      namespace: pod.namespace,
      body: { metadata: { name: pod.name }, spec },
    });
    const pid = await vi.waitFor(async () => Number(await core.readNamespacedPodLog(pod)), patience);
    expect(isAlive(pid)).toBe(true);
    await testbed.stop('process-node', 'SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), patience);
    await testbed.start('process-node');
    await vi.waitFor(async () => {
      expect((await core.readNamespacedPod(pod)).status).toMatchObject({
        phase: 'Failed',
        reason: 'NodeLost',
      });
    }, patience);
  });

  it('starts the controller manager again with other rates', async () => {
    expect(await readCommandLine(testbed)).toEqual(
      expect.arrayContaining(['--kube-api-qps=20', '--kube-api-burst=30']),
    );
    await testbed.restart('controller-manager', {
      qps: 150,
      burst: 300,
      flags: ['--concurrent-job-syncs=3'],
    });
    expect(await readCommandLine(testbed)).toEqual(
      expect.arrayContaining(['--kube-api-qps=150', '--kube-api-burst=300', '--concurrent-job-syncs=3']),
    );
    await testbed.restart('controller-manager');
    expect(await readCommandLine(testbed)).toContain('--kube-api-qps=150');
    await expect(testbed.restart('scheduler', { qps: -1 })).rejects.toThrow('qps');
  });

  it('starts a part again that died, and not one that was stopped', async () => {
    const { pid } = (await testbed.status()).scheduler;
    await testbed.stopPrometheus();
    process.kill(pid!, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const { scheduler, prometheus } = await testbed.status();
        expect(scheduler).toMatchObject({ crashes: 1, pid: expect.any(Number) });
        expect(prometheus).toMatchObject({ crashes: 0, pid: null });
      },
      { timeout: 10_000, interval: 200 },
    );
    await testbed.startPrometheus();
  });

  it('tells what it cannot do', async () => {
    await expect(command('--stop', 'etdc')).rejects.toThrow('--stop: expected one of etcd, api-server');
    await expect(startTestbed({ dataDir })).rejects.toThrow(`${dataDir} is not empty`);
    await expect(startTestbed({ dataDir: join(dir, 'x'), portBase: 80 })).rejects.toThrow('portBase');
  });

  it('leaves no process and no folder behind', async () => {
    const pids = await listPids(testbed);
    expect(pids).toHaveLength(8);
    expect(await command('--down')).toContain('is gone');
    await expectGone(dataDir, pids);
    expect(await command('--down')).toContain('No testbed runs');
    await expect(testbed.status()).rejects.toThrow('does not run any more');
  });
});

it('ends with the process that started it, even when that is killed', async () => {
  const dataDir = join(dir, 'by-parent');
  const module = JSON.stringify(fileURLToPath(new URL('./start-testbed.ts', import.meta.url)));
  const script = `
    import { startTestbed } from ${module};
    await startTestbed({ dataDir: ${JSON.stringify(dataDir)}, nodes: 1 });
    console.log('started');
    setInterval(() => {}, 1000);
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: parent.stdout }), 'line');
  const pids = await listPids(connectTestbed((await readTestbedFacts(dataDir))!));
  parent.kill('SIGKILL');
  await expectGone(dataDir, pids);
});

it('leaves nothing of a start that is interrupted', async () => {
  const dataDir = join(dir, 'interrupted');
  const command = spawn(process.execPath, [main, '--data', dataDir], { stdio: 'ignore' });
  const log = join(dataDir, 'log/api-server.log');
  await vi.waitFor(async () => expect((await stat(log)).size).toBeGreaterThan(0), patience);
  command.kill('SIGINT');
  await vi.waitFor(() => expect(stat(dataDir)).rejects.toThrow('ENOENT'), patience);
});
