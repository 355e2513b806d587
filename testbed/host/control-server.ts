import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { partNames, partSettings, stopSignal } from '../options.ts';
import { TestbedError } from '../testbed-error.ts';
import type { Parts } from './control-plane.ts';

export interface ControlServer {
  url: string;
  token: string;
  close(): void;
}

/** `POST /<part>` with this body. */
const partCall = z.strictObject({
  action: z.enum(['start', 'stop', 'restart']),
  signal: stopSignal.default('SIGTERM'),
  settings: partSettings.optional(),
});

/**
 * Where clients of a testbed stop and start its parts (`POST /<part>`), ask how they are (`GET /`) and remove it
 * (`DELETE /`). On loopback, for whoever knows the token.
 */
export async function startControlServer(parts: Parts, remove: () => void): Promise<ControlServer> {
  const token = randomBytes(24).toString('hex');
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const isKnown = error instanceof TestbedError || error instanceof z.ZodError;
      send(response, isKnown ? 400 : 500, { error: error instanceof Error ? error.message : String(error) });
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`)) return send(response, 401, {});
    if (request.method === 'DELETE') {
      send(response, 202, {});
      return remove();
    }
    if (request.method === 'POST') await carryOut(request, parts);
    send(response, 200, describeParts(parts));
  };
  return { ...(await listen(server)), token, close: () => server.close() };
}

async function carryOut(request: IncomingMessage, parts: Parts): Promise<void> {
  const part = parts[z.enum(partNames).parse((request.url ?? '').slice(1))];
  const { action, signal, settings } = partCall.parse(await json(request));
  if (action === 'start') await part.start();
  else if (action === 'stop') await part.stop(signal);
  else await part.restart(settings, signal);
}

function describeParts(parts: Parts): object {
  const describe = (name: (typeof partNames)[number]) => {
    const { pid, crashes, settings } = parts[name];
    return [name, { pid, crashes, settings }] as const;
  };
  return Object.fromEntries(partNames.map(describe));
}

async function listen(server: Server): Promise<{ url: string }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
