import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@proofload/domain';
import { formatTargetMetrics } from './target-metrics.ts';
import { createTargetPool, maxPoolSize, type TargetPool } from './target-pool.ts';

export interface TargetServerOptions {
  /** 0 takes any free port. */
  port?: number;
  /** Loopback unless told otherwise. */
  host?: string;
  parallelMs?: number;
  serialMs?: number;
  maxQueue?: number;
  seed?: number;
}

export interface TargetServer {
  url: string;
  /** Refuses new requests, lets those at work finish, and closes. */
  stop(): Promise<void>;
}

/**
 * A service with a tunable bottleneck, to load for real. `GET /work?pool=N` is done by one of N workers: about
 * 30 ms of waiting on its own and 6 ms under a lock that all share, so that 4 workers do about 3.5 times the work
 * of one. `GET /metrics` tells what each worker did, in Prometheus text.
 */
export async function startTargetServer(options: TargetServerOptions = {}): Promise<TargetServer> {
  const pool = createTargetPool({
    parallelMs: options.parallelMs ?? 30,
    serialMs: options.serialMs ?? 6,
    maxQueue: options.maxQueue ?? 1000,
    sleep,
    nowMs: () => performance.now(),
    random: createRandom(options.seed ?? 1),
  });
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    answer(request, response, pool, stopping.signal).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  // k6 keeps its connections; closing them between two of its requests would look like errors of the target.
  server.keepAliveTimeout = 60_000;
  const host = options.host ?? '127.0.0.1';
  server.listen(options.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      stopping.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  pool: TargetPool,
  stopping: AbortSignal,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://target');
  request.resume();
  if (stopping.aborted) response.setHeader('connection', 'close');
  if (request.method !== 'GET') return sendText(response, 405, 'expected GET');
  if (url.pathname === '/metrics') {
    response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(formatTargetMetrics(pool));
    return;
  }
  if (url.pathname === '/healthz') return sendText(response, 200, 'ok');
  if (url.pathname !== '/work') return sendText(response, 404, 'expected /work, /metrics or /healthz');
  const size = Number(url.searchParams.get('pool') ?? '1');
  if (!Number.isInteger(size) || size < 1 || size > maxPoolSize) {
    return sendText(response, 400, `pool: expected a whole number from 1 to ${maxPoolSize}`);
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const worker = await pool.work(size, AbortSignal.any([gone.signal, stopping]));
  if (stopping.aborted) response.setHeader('connection', 'close');
  if (worker === null) return sendText(response, 503, 'no worker could take the request');
  response.setHeader('content-type', 'application/json');
  response.end(`${JSON.stringify({ worker: worker + 1, pool: size })}\n`);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
