import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiClient } from './api-client.ts';
import { CommandError } from './command-error.ts';
import { RefusedError, renderRefusal } from './problem.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers as told, and a client of it that does not really wait. */
async function connectTo(answer: Answer) {
  let attempt = 0;
  const server = createServer((request, response) => {
    attempt += 1;
    answer(request, response, attempt);
  });
  servers.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const waitsMs: number[] = [];
  const api = createApiClient(
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret' },
    { fetch, sleep: async (ms) => void waitsMs.push(ms), random: () => 0.5 },
  );
  return { api, waitsMs, attempts: () => attempt };
}

const schema = z.object({ ok: z.boolean() });
const ok = (response: ServerResponse): unknown =>
  response.setHeader('content-type', 'application/json').end('{"ok":true}');

const problem = {
  type: 'about:blank',
  title: 'The input is not valid',
  status: 422,
  detail: 'The definition has one error',
  code: 'invalid',
  requestId: 'r1',
  errors: [{ field: 'spec.replicates', message: 'expected a number', line: 9 }],
  kept: { lines: 499_999 },
};

describe('createApiClient', () => {
  it('sends the token and gives the validated answer', async () => {
    const { api } = await connectTo((request, response) =>
      request.headers.authorization === 'Bearer secret' && request.url === '/api/v1/runs?limit=5'
        ? ok(response)
        : response.writeHead(400).end(),
    );
    const query = { limit: 5, cursor: undefined };
    expect(await api.call({ method: 'GET', path: '/runs', query, schema, what: 'Reading' })).toEqual({
      ok: true,
    });
  });

  it('tries a read again when the server is away or drops the connection', async () => {
    const { api, waitsMs } = await connectTo((request, response, attempt) => {
      if (attempt === 1) response.writeHead(503).end();
      else if (attempt === 2) request.socket.destroy();
      else ok(response);
    });
    expect(await api.call({ method: 'GET', path: '/', schema, what: 'Reading' })).toEqual({ ok: true });
    expect(waitsMs).toEqual([500, 1000]);
  });

  it('gives up in the end and says so', async () => {
    const { api, attempts } = await connectTo((_, response) => response.writeHead(503).end());
    await expect(api.call({ method: 'GET', path: '/', schema, what: 'Reading the run' })).rejects.toThrow(
      'Reading the run was refused: the server answered 503',
    );
    expect(attempts()).toBe(6);
  });

  it.each([
    ['POST', 503],
    ['GET', 422],
  ] as const)('never repeats %s after %i', async (method, status) => {
    const { api, attempts } = await connectTo((_, response) => response.writeHead(status).end());
    await expect(api.call({ method, path: '/', schema, what: 'Launching' })).rejects.toBeInstanceOf(
      RefusedError,
    );
    expect(attempts()).toBe(1);
  });

  it('opens an upload anew for each attempt', async () => {
    const received: string[] = [];
    const { api } = await connectTo(async (request, response, attempt) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push(Buffer.concat(chunks).toString());
      if (attempt === 1) response.writeHead(503).end();
      else ok(response);
    });
    const upload = () => new Blob(['the whole file']).stream();
    await api.call({ method: 'PUT', path: '/', upload, schema, what: 'Sending' });
    expect(received).toEqual(['the whole file', 'the whole file']);
  });

  it('shows the fields of a problem, what was kept, and no stack', async () => {
    const { api } = await connectTo((_, response) =>
      response.writeHead(422, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem)),
    );
    const error = await api
      .call({ method: 'POST', path: '/', schema, what: 'Saving' })
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(RefusedError);
    expect(renderRefusal(error as RefusedError)).toEqual([
      'Saving was refused: The definition has one error',
      '  spec.replicates (line 9): expected a number',
      '  Kept all the same: 499999 lines',
    ]);
  });

  it.each([
    ['something else than JSON', '<html>', 'the server did not answer with JSON'],
    ['another shape', '{"ok":1}', 'the answer is not what this version expects (ok:'],
  ])('refuses %s', async (_, body, message) => {
    const { api } = await connectTo((__, response) => response.end(body));
    const call = api.call({ method: 'GET', path: '/', schema, what: 'Reading' });
    await expect(call).rejects.toThrow(message);
    await expect(call).rejects.toBeInstanceOf(CommandError);
  });

  it('says at once that nothing listens when told not to retry', async () => {
    const { api, waitsMs } = await connectTo(() => undefined);
    for (const server of servers.splice(0)) server.close();
    const call = api.call({ method: 'GET', path: '/me', schema, what: 'Logging in', retry: false });
    await expect(call).rejects.toThrow(/^Logging in failed: http:\/\/127\.0\.0\.1:\d+ is not listening$/);
    expect(waitsMs).toEqual([]);
  });
});
