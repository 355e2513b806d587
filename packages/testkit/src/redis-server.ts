import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

const readyWithinMs = 10_000;

export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** Ends the server; what it holds is on disk and back after `start`. */
  stop(): Promise<void>;
  /** Ends the server and deletes its data. */
  remove(): Promise<void>;
}

/** A Redis of its own on loopback, from the `redis-server` on PATH. Throws when there is none. */
export async function startRedisServer(): Promise<RedisServer> {
  const dir = await mkdtemp(join(tmpdir(), 'proofload-redis-'));
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawnRedis(port, dir);
      await Promise.race([answers(port), failsToStart(child)]);
    },
    stop: async () => {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      child = null;
    },
    remove: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function spawnRedis(port: number, dir: string): ChildProcess {
  const settings = {
    port: `${port}`,
    bind: '127.0.0.1',
    dir,
    appendonly: 'yes',
    appendfsync: 'no',
    save: '',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return spawn('redis-server', args, { stdio: 'ignore' });
}

async function failsToStart(child: ChildProcess): Promise<never> {
  const reason = await new Promise<string>((settle) => {
    child.once('error', (error) => settle(`${error.message} (the package is called redis-server)`));
    child.once('exit', (code) => settle(`exit code ${code}`));
  });
  throw new Error(`redis-server did not start: ${reason}`);
}

async function answers(port: number): Promise<void> {
  for (const endMs = Date.now() + readyWithinMs; Date.now() < endMs; await sleep(50)) {
    if (await pings(port)) return;
  }
  throw new Error(`redis-server did not answer within ${readyWithinMs} ms`);
}

function pings(port: number): Promise<boolean> {
  return new Promise((settle) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (bytes) => {
      socket.destroy();
      settle(bytes.toString().startsWith('+PONG'));
    });
    socket.once('error', () => settle(false));
  });
}
