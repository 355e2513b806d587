import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAbruptly, listMetrics, openPushedRun } from './fixtures/pushed-run.ts';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../packages/sources/src/otlp/fixtures/${name}`, import.meta.url));
const ofK6 = fixture('k6-1.8.1.pb');
const ofReference = fixture('reference.json');
const protobuf = { 'content-type': 'application/x-protobuf' };
const json = { 'content-type': 'application/json; charset=utf-8' };

let test: TestInstance;
beforeAll(async () => {
  test = await createTestInstance();
});
afterAll(() => test.close());

const push = (id: string, body: Buffer, headers: Record<string, string>, token = test.admin) =>
  test.api('POST', `/runs/${id}/otlp/v1/metrics`, { token, body: new Uint8Array(body), headers });

it('takes protobuf and answers with an empty message of protobuf', async () => {
  const id = await openPushedRun(test);
  const response = await push(id, ofK6, protobuf);
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(response.headers.get('content-type')).toBe('application/x-protobuf');
  expect((await listMetrics(test, id)).map(({ metric }) => metric)).toContain('http_reqs');
});

it('takes what is compressed', async () => {
  const id = await openPushedRun(test);
  const response = await push(id, gzipSync(ofReference), { ...json, 'content-encoding': 'gzip' });
  expect(response.status).toBe(200);
  expect((await listMetrics(test, id)).map(({ metric }) => metric)).toContain('queue.depth');
});

it('takes JSON and answers in JSON how many points could not be stored', async () => {
  const id = await openPushedRun(test);
  const response = await push(id, ofReference, json);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    partialSuccess: { rejectedDataPoints: '6', errorMessage: expect.stringMatching(/nan: a sum/) },
  });
  const empty = await push(id, Buffer.from('{}'), json);
  expect([empty.status, await empty.text()]).toEqual([200, '{}']);
});

it.each([
  ['another type', ofK6, { 'content-type': 'text/plain' }, 415],
  ['another encoding', ofK6, { ...protobuf, 'content-encoding': 'zstd' }, 415],
  ['protobuf as JSON', ofK6, json, 422],
  ['JSON as protobuf', ofReference, protobuf, 422],
  ['a truncated request', ofK6.subarray(0, 4000), protobuf, 422],
  ['a bomb', gzipSync(Buffer.alloc(20 * 1024 ** 2)), { ...protobuf, 'content-encoding': 'gzip' }, 413],
] as const)('refuses %s', async (_name, body, headers, status) => {
  const id = await openPushedRun(test);
  const response = await push(id, body, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await listMetrics(test, id)).toEqual([]);
});

it('keeps senders apart by part, in the address or in a header', async () => {
  const id = await openPushedRun(test);
  expect((await push(id, ofK6, protobuf)).status).toBe(200);
  expect((await push(id, ofK6, { ...protobuf, 'proofload-part': 'two' })).status).toBe(200);
  const body = new Uint8Array(ofK6);
  const path = `/runs/${id}/otlp/v1/metrics?part=three`;
  expect((await test.api('POST', path, { token: test.admin, body, headers: protobuf })).status).toBe(200);
  const gauges = (await listMetrics(test, id)).filter(({ metric }) => metric === 'vus');
  expect(gauges).toMatchObject([{ samples: 3 }]);
  const wrong = await push(id, ofK6, { ...protobuf, 'proofload-part': 'not a name' });
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { errors: [{ field: 'part' }] }]);
});

it('refuses a token that may not send, and a run that is finished', async () => {
  const id = await openPushedRun(test);
  expect((await push(id, ofK6, protobuf, await test.tokenWith(['read']))).status).toBe(403);
  await finishAbruptly(test, id);
  expect((await push(id, ofK6, protobuf)).status).toBe(409);
});
