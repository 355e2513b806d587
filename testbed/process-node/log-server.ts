import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { PodRunner } from './pod-runner.ts';
import { readLog, readLogRequest } from './read-log.ts';

export interface LogServerOptions {
  port: number;
  certificatePath: string;
  keyPath: string;
  /** Signed the certificate that the API server shows. */
  clientAuthorityPath: string;
  findPod: (namespace: string, name: string) => PodRunner | undefined;
}

/** The part of a kubelet's own interface that `kubectl logs` uses: `GET /containerLogs/<namespace>/<pod>/<container>`. */
export async function startLogServer(options: LogServerOptions): Promise<void> {
  const server = createServer(
    {
      cert: await readFile(options.certificatePath),
      key: await readFile(options.keyPath),
      ca: await readFile(options.clientAuthorityPath),
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      answer(options, request, response).catch((error: Error) => {
        if (!response.headersSent) response.statusCode = error instanceof RangeError ? 400 : 500;
        response.end(error.message);
      });
    },
  );
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
}

async function answer(
  options: LogServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://node');
  if (url.pathname === '/healthz') return void response.end('ok');
  if (!(request.socket as TLSSocket).authorized) return refuse(response, 401, 'Unauthorized');
  const [, what, namespace = '', podName = '', container = ''] = url.pathname.split('/');
  if (what !== 'containerLogs')
    return refuse(response, 404, `The process node does not serve ${url.pathname}`);
  const back = url.searchParams.get('previous') === 'true' ? 1 : 0;
  const log = options.findPod(namespace, podName)?.findLog(container, back);
  if (!log) return refuse(response, 404, `container ${container} of pod ${namespace}/${podName} not found`);
  const closed = new AbortController();
  response.once('close', () => closed.abort());
  const pieces = readLog(log.path, readLogRequest(url.searchParams, new Date()), log.isEnded, closed.signal);
  try {
    for await (const piece of pieces) {
      if (closed.signal.aborted) return;
      if (!response.headersSent) response.setHeader('content-type', 'text/plain');
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const message = `container "${container}" in pod "${podName}" is waiting to start: ContainerCreating`;
    return refuse(response, 400, message);
  }
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(message);
}
