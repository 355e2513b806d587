import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

export interface PrometheusOptions {
  /** Hosts with ports whose `/metrics` it scrapes every second, as the job `target`. */
  targets?: readonly string[];
  /** Whether it scrapes itself as well, every second, as the job `prometheus`. */
  scrapesItself?: boolean;
  /** Path under which it serves everything, such as `/prom`. */
  prefix?: string;
  /** TLS and users, as in the file of `--web.config.file`. */
  web?: object;
  /** Where it sends what it scrapes, native histograms as well. */
  remoteWriteUrl?: string;
  flags?: readonly string[];
}

export interface RealPrometheus {
  /** With the prefix. */
  url: string;
  /** Waits until an instant query gives something. For a server without users and TLS. */
  waitFor(query: string): Promise<void>;
  /** Kills it as a crash would; its port refuses connections until `startAgain`. */
  crash(): Promise<void>;
  /** With the data and at the port that it had. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

const readyWithinMs = 20_000;

/** A Prometheus of its own on loopback, from the `prometheus` on PATH. It is ready when it takes connections. */
export async function startPrometheus(options: PrometheusOptions = {}): Promise<RealPrometheus> {
  const { targets = [], scrapesItself = false, prefix = '', web, remoteWriteUrl, flags = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'proofload-prometheus-'));
  const port = await findFreePort();
  const config = {
    global: { scrape_interval: '1s' },
    remote_write: remoteWriteUrl === undefined ? [] : [{ url: remoteWriteUrl, send_native_histograms: true }],
    scrape_configs: [
      { job_name: 'target', static_configs: [{ targets }] },
      ...(scrapesItself
        ? [{ job_name: 'prometheus', static_configs: [{ targets: [`127.0.0.1:${port}`] }] }]
        : []),
    ],
  };
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  await writeFile(join(folder, 'web.yml'), JSON.stringify(web ?? {}));
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    `--web.route-prefix=${prefix === '' ? '/' : prefix}`,
    ...(web === undefined ? [] : [`--web.config.file=${join(folder, 'web.yml')}`]),
    ...flags,
  ];
  let child = await startProcess(args, port);
  const url = `${web !== undefined && 'tls_server_config' in web ? 'https' : 'http'}://127.0.0.1:${port}${prefix}`;
  return {
    url,
    waitFor: (query) => waitForValue(url, query),
    crash: () => end(child, 'SIGKILL'),
    startAgain: async () => {
      child = await startProcess(args, port);
    },
    stop: async () => {
      await end(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(args: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  await Promise.race([takesConnections(port), failsToStart(child)]);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended;
}

async function waitForValue(url: string, query: string): Promise<void> {
  const address = `${url}/api/v1/query?query=${encodeURIComponent(query)}`;
  for (const endMs = Date.now() + readyWithinMs; Date.now() < endMs; await sleep(100)) {
    // It answers 503 while it starts.
    if ((await (await fetch(address)).text()).includes('"value"')) return;
  }
  throw new Error(`prometheus had nothing for ${query} within ${readyWithinMs} ms`);
}

async function failsToStart(child: ChildProcess): Promise<never> {
  const reason = await new Promise<string>((settle) => {
    child.once('error', (error) => settle(`${error.message} (the package is called prometheus)`));
    child.once('exit', (code) => settle(`exit code ${code}`));
  });
  throw new Error(`prometheus did not start: ${reason}`);
}

async function takesConnections(port: number): Promise<void> {
  for (const endMs = Date.now() + readyWithinMs; Date.now() < endMs; await sleep(50)) {
    if (await accepts(port)) return;
  }
  throw new Error(`prometheus did not answer within ${readyWithinMs} ms`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
}
