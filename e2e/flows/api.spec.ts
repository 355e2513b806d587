import { request as httpRequest } from 'node:http';
import { problemSchema, runRefSchema, runSchema } from '@proofload/contracts';
import { expect, test } from '../fixtures/test.ts';

interface Sent {
  status: number;
  body: string;
  /** Bytes that were written before the answer came. */
  sentBytes: number;
}

/** Sends a body of a size over plain HTTP, chunk by chunk, and stops as soon as there is an answer. */
function sendBody(url: string, headers: Record<string, string>, totalBytes: number): Promise<Sent> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let isAnswered = false;
    const call = httpRequest(url, { method: 'POST', headers: { ...headers, 'content-length': totalBytes } });
    const write = (): void => {
      while (!isAnswered && sentBytes < totalBytes) {
        sentBytes += chunk.byteLength;
        if (!call.write(chunk)) return void call.once('drain', write);
      }
    };
    call.on('response', async (response) => {
      isAnswered = true;
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8'), sentBytes });
      call.destroy();
    });
    call.on('error', (error) => {
      if (!isAnswered) reject(error);
    });
    write();
  });
}

test('a body of 1 GB is refused before it is sent', async ({ instance }) => {
  const headers = { authorization: `Bearer ${instance.adminToken}`, 'content-type': 'application/json' };
  const sent = await sendBody(`${instance.url}/api/v1/runs`, headers, 1024 ** 3);
  expect(sent.status).toBe(413);
  expect(problemSchema.parse(JSON.parse(sent.body)).code).toBe('too-large');
  expect(sent.sentBytes).toBeLessThan(64 * 1024 * 1024);
});

test('a run is opened, followed live, annotated, closed and deleted over REST', async ({ api }) => {
  const headers = { 'content-type': 'application/json' };
  const opened = { method: 'POST', headers, body: JSON.stringify({ params: { workers: 2 } }) };
  const { id } = await api.read('/runs', runRefSchema, opened);

  const leaving = new AbortController();
  const events = await api.fetch(`/runs/${id}/events`, {
    headers: { 'accept-encoding': 'gzip' },
    signal: leaving.signal,
  });
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  const seen: string[] = [];
  const following = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of events.body ?? []) seen.push(decoder.decode(chunk, { stream: true }));
  })();
  await expect.poll(() => seen.join('')).toContain('event: run');

  const note = { at: new Date().toISOString(), text: 'deployed' };
  await api.read(`/runs/${id}/annotations`, runSchema, {
    method: 'POST',
    headers,
    body: JSON.stringify(note),
  });
  await expect.poll(() => seen.join('')).toContain('deployed');

  // Without a body, as `curl -X POST` sends it.
  await api.read(`/runs/${id}/finish`, runSchema, { method: 'POST' });
  await expect.poll(() => seen.join(''), { timeout: 30_000 }).toContain('event: end');
  await following;
  leaving.abort();

  expect((await api.fetch(`/runs/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await api.fetch(`/runs/${id}`)).status).toBe(404);
});

test('calls and pages are closed to those who are not signed in', async ({ instance }) => {
  const call = await fetch(`${instance.url}/api/v1/runs`);
  expect(call.status).toBe(401);
  expect(call.headers.get('content-type')).toBe('application/problem+json');
  const unknown = await fetch(`${instance.url}/api/v1/nothing`);
  expect(unknown.status).toBe(404);
  expect(problemSchema.parse(await unknown.json()).code).toBe('not-found');

  const page = await fetch(`${instance.url}/runs?sort=name`, { redirect: 'manual' });
  expect(page.headers.get('location')).toBe('/sign-in?next=%2Fruns%3Fsort%3Dname');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:/);

  const link = new URL(instance.signInUrl).searchParams.get('link') ?? '';
  const again = await fetch(`${instance.url}/sign-in/redeem`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ link }),
  });
  expect(again.headers.get('location')).toBe('/sign-in?problem=link');
  expect(again.headers.has('set-cookie')).toBe(false);
});

test('what machines ask is answered', async ({ instance }) => {
  expect(await (await fetch(`${instance.url}/healthz`)).text()).toBe('ok\n');
  expect(await (await fetch(`${instance.url}/readyz`)).text()).toBe('ready\n');
  expect(await (await fetch(`${instance.url}/metrics`)).text()).toMatch(/^proofload_http_requests_total\{/m);
  expect(await (await fetch(`${instance.url}/schema/experiment.v1.json`)).json()).toHaveProperty('$schema');
  const document = await (await fetch(`${instance.url}/api/v1/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${instance.url}/api/v1` }] });
});
