// `npm run testbed`: brings a Kubernetes control plane up on this machine, or removes it.
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectTestbed, readTestbedFacts, type Testbed } from './connect-testbed.ts';
import { type PartSettings, partNames } from './options.ts';
import { buildPrograms } from './programs/build-programs.ts';
import { startTestbed } from './start-testbed.ts';
import { TestbedError } from './testbed-error.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const usage = `npm run testbed -- [options]

  starts etcd, kube-apiserver, kube-controller-manager, kube-scheduler, played nodes (kwok), a node whose pods are
  processes of this machine, and Prometheus, on loopback; they run until --down

  --nodes N             played nodes (3)
  --pods N              pods that fit on each (110)
  --kcm-qps Q           client rate of the controller manager (300)
  --kcm-burst B         its burst (600)
  --port-base P         first of eight ports in a row (free ones)
  --scrape-seconds S    time between two scrapes (5)
  --data DIR            folder of all that is written (.testbed)
  --status              says what runs
  --restart PART        restarts a part; the controller manager takes --kcm-qps and --kcm-burst
  --stop PART, --start PART
  --down                ends everything and removes the folder
  --build               builds the programs and starts nothing`;

const number = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    nodes: number,
    pods: number,
    'kcm-qps': number,
    'kcm-burst': number,
    'port-base': number,
    'scrape-seconds': number,
    data: { type: 'string', default: '.testbed' },
    status: { type: 'boolean' },
    restart: { type: 'string' },
    stop: { type: 'string' },
    start: { type: 'string' },
    down: { type: 'boolean' },
    build: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
type NumberOption = 'nodes' | 'pods' | 'kcm-qps' | 'kcm-burst' | 'port-base' | 'scrape-seconds';
const dataDir = resolve(process.env.INIT_CWD ?? root, values.data);

try {
  await carryOut();
} catch (error) {
  console.error(error instanceof TestbedError ? error.message : error);
  process.exitCode = 1;
}

async function carryOut(): Promise<void> {
  if (values.help) return console.log(usage);
  if (values.build) return void (await buildPrograms({ env: process.env, tell: console.log }));
  const facts = await readTestbedFacts(dataDir);
  const running = facts && connectTestbed(facts);
  if (values.down) return takeDown(running);
  const order = (['restart', 'stop', 'start'] as const).find((name) => values[name] !== undefined);
  if (order === undefined && !values.status) return bringUp(running);
  if (!running) throw new TestbedError(`No testbed runs in ${dataDir}`);
  if (order !== undefined) await carryOutOrder(running, order, values[order] ?? '');
  printStatus(await running.status());
}

async function carryOutOrder(
  testbed: Testbed,
  order: 'restart' | 'stop' | 'start',
  name: string,
): Promise<void> {
  const part = partNames.find((each) => each === name);
  if (!part) throw new TestbedError(`--${order}: expected one of ${partNames.join(', ')}, got "${name}"`);
  if (order === 'restart') await testbed.restart(part, readRate());
  else await testbed[order](part);
}

async function bringUp(running: Testbed | null): Promise<void> {
  if (running) {
    await running.status();
    console.log(`A testbed runs in ${dataDir} already`);
    return describe(running);
  }
  await buildPrograms({ env: process.env, tell: console.log });
  await mkdir(dirname(dataDir), { recursive: true });
  console.log('Starting the control plane');
  const startMs = performance.now();
  const pods = readNumber('pods');
  const portBase = readNumber('port-base');
  const scrapeSeconds = readNumber('scrape-seconds');
  const rate = readRate();
  const testbed = await startTestbed({
    dataDir,
    followsParent: false,
    nodes: Array.from({ length: readNumber('nodes') ?? 3 }, () => (pods === undefined ? {} : { pods })),
    ...(portBase === undefined ? {} : { portBase }),
    ...(scrapeSeconds === undefined ? {} : { scrapeSeconds }),
    ...(rate ? { controllerManager: { qps: 300, burst: 600, ...rate } } : {}),
  });
  console.log(
    `Kubernetes ${testbed.version} is ready after ${((performance.now() - startMs) / 1000).toFixed(1)} s`,
  );
  describe(testbed);
}

async function takeDown(running: Testbed | null): Promise<void> {
  if (!running) return console.log(`No testbed runs in ${dataDir}`);
  await running.remove();
  console.log(`The testbed in ${dataDir} is gone`);
}

function describe({ kubeconfigPath, server, prometheusUrl }: Testbed): void {
  console.log(`  API server   ${server}`);
  console.log(`  Prometheus   ${prometheusUrl}`);
  console.log(`  export KUBECONFIG=${kubeconfigPath}`);
  console.log('  npm run testbed -- --down   removes it');
}

function printStatus(status: Awaited<ReturnType<Testbed['status']>>): void {
  for (const [name, { pid, crashes, settings }] of Object.entries(status)) {
    const state = pid === null ? 'stopped' : `process ${pid}`;
    console.log(`${name.padEnd(20)} ${state.padEnd(16)} ${crashes} crashes  ${JSON.stringify(settings)}`);
  }
}

function readRate(): PartSettings | undefined {
  const [qps, burst] = [readNumber('kcm-qps'), readNumber('kcm-burst')];
  if (qps === undefined && burst === undefined) return undefined;
  return { ...(qps === undefined ? {} : { qps }), ...(burst === undefined ? {} : { burst }) };
}

function readNumber(name: NumberOption): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) {
    throw new TestbedError(`--${name}: expected a number, got "${text}"`);
  }
  return value;
}
