import { readFileSync } from 'node:fs';
import { runSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishAbruptly, listMetrics, openPushedRun } from './fixtures/pushed-run.ts';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

const fixture = (name: string): Buffer =>
  readFileSync(
    new URL(`../../../../packages/sources/src/remote-write/fixtures/${name}.snappy`, import.meta.url),
  );
const ofK6 = fixture('k6-1.8.1');
const version1 = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
};
const version2 = {
  ...version1,
  'content-type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
};

let test: TestInstance;
beforeAll(async () => {
  test = await createTestInstance();
});
afterAll(() => test.close());

const write = (id: string, body: Buffer, headers: Record<string, string>, query = ''): Promise<Response> =>
  test.api('POST', `/runs/${id}/write${query}`, { token: test.admin, body: new Uint8Array(body), headers });

it('stores what k6 sends, once, and shows it', async () => {
  const id = await openPushedRun(test);
  const first = await write(id, ofK6, version1);
  expect([first.status, await first.text()]).toEqual([204, '']);
  expect(first.headers.get('x-prometheus-remote-write-samples-written')).toBe('13');
  expect((await write(id, ofK6, version1)).status).toBe(204);
  const metrics = await listMetrics(test, id);
  expect(metrics).toHaveLength(13);
  expect(metrics.find(({ metric }) => metric === 'k6_http_reqs_total')).toMatchObject({
    kind: 'cumulative',
    source: 'remote-write',
    samples: 1,
    totals: { max: 60 },
  });
  const run = runSchema.parse(await (await test.api('GET', `/runs/${id}`, { token: test.admin })).json());
  expect(run.startedAt).toBe('2026-11-21T11:48:46.947Z');
});

it('stores version 2.0, and says how much was written', async () => {
  const id = await openPushedRun(test);
  const response = await write(id, fixture('reference-2.0'), version2);
  expect(response.status).toBe(204);
  expect(response.headers.get('x-prometheus-remote-write-samples-written')).toBe('6');
  expect(response.headers.get('x-prometheus-remote-write-histograms-written')).toBe('1');
  expect((await listMetrics(test, id)).map(({ metric }) => metric)).toContain('native_seconds_count');
});

it('keeps senders apart by part', async () => {
  const id = await openPushedRun(test);
  expect((await write(id, ofK6, version1, '?part=one')).status).toBe(204);
  expect((await write(id, ofK6, version1, '?part=two')).status).toBe(204);
  const metrics = await listMetrics(test, id);
  expect(metrics.find(({ metric }) => metric === 'k6_http_reqs_total')?.samples).toBe(2);
});

it.each([
  ['another encoding', { ...version1, 'content-encoding': 'gzip' }, 415],
  ['no encoding', { 'content-type': 'application/x-protobuf' }, 415],
  ['another type', { ...version1, 'content-type': 'application/json' }, 415],
  ['an unknown message', { ...version1, 'content-type': 'application/x-protobuf;proto=a.B' }, 415],
  ['the message of another version', version2, 422],
] as const)('refuses %s', async (_name, headers, status) => {
  const id = await openPushedRun(test);
  const response = await write(id, ofK6, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(await listMetrics(test, id)).toEqual([]);
});

it('refuses a truncated request naming the body, a finished run, and a token that may not send', async () => {
  const id = await openPushedRun(test);
  const cut = await write(id, ofK6.subarray(0, 100), version1);
  expect(cut.status).toBe(422);
  expect(await cut.json()).toMatchObject({ errors: [{ field: 'body' }] });
  const reader = await test.tokenWith(['read']);
  const body = new Uint8Array(ofK6);
  const refused = await test.api('POST', `/runs/${id}/write`, { token: reader, body, headers: version1 });
  expect(refused.status).toBe(403);
  await finishAbruptly(test, id);
  expect((await write(id, ofK6, version1)).status).toBe(409);
});
