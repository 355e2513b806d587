import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ingestReportSchema, metricListSchema, runSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

const fixture = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../../packages/sources/src/${path}`, import.meta.url)));

let test: TestInstance;
beforeAll(async () => {
  test = await createTestInstance();
});
afterAll(() => test.close());

async function openRun(json: object = {}): Promise<string> {
  const response = await test.api('POST', '/runs', { token: test.admin, json });
  return ((await response.json()) as { id: string }).id;
}

const put = (id: string, body: string | Uint8Array<ArrayBuffer>, query = ''): Promise<Response> =>
  test.api('PUT', `/runs/${id}/results${query}`, { token: test.admin, body });

it('stores gzipped results and says what they were', async () => {
  const id = await openRun();
  const body = new Uint8Array(gzipSync(fixture('iperf3/fixtures/udp-reverse.json')));
  const response = await put(id, body, '?part=udp.json.gz');
  expect(response.status).toBe(200);
  const report = ingestReportSchema.parse(await response.json());
  expect(report).toMatchObject({ format: 'iperf3', bytes: body.length, unchanged: false });
  expect(ingestReportSchema.parse(await (await put(id, body, '?part=udp.json.gz')).json()).unchanged).toBe(
    true,
  );
  const list = await test.api('GET', `/runs/${id}/metrics`, { token: test.admin });
  const { metrics } = metricListSchema.parse(await list.json());
  expect(metrics.find(({ metric }) => metric === 'iperf3_jitter_ms')).toMatchObject({
    unit: 'ms',
    samples: 3,
  });
});

it('shows the warnings of what is there, and not of what was replaced', async () => {
  const id = await openRun();
  const read = async () =>
    runSchema.parse(await (await test.api('GET', `/runs/${id}`, { token: test.admin })).json());
  const job = (passed: boolean) => JSON.stringify([{ metricName: 'jobSummary', passed, jobName: 'density' }]);
  await put(id, job(false));
  expect((await read()).warnings).toEqual(['kube-burner judged the job density as failed']);
  await put(id, job(true));
  expect((await read()).warnings).toEqual([]);
});

it.each([
  ['a broken line', 'time,a\n1795240602,1,2\n', '', 422, 'line 2'],
  ['an unknown text', 'hello\n', '', 415, 'body'],
  ['an element that is too long', `[{"a":"${'x'.repeat(5e6)}"}]`, '', 413, 'line 1'],
  ['an error of iperf3', fixture('iperf3/fixtures/refused.json'), '', 422, 'error'],
  ['another format than asked for', 'time,a\n1795240602,1\n', '?format=iperf3', 422, 'line 1'],
  ['an unknown format', 'time,a\n1795240602,1\n', '?format=xml', 422, 'format'],
  ['an unknown kind', 'time,a\n1795240602,1\n', '?kind=counter', 422, 'kind'],
])('refuses %s', async (_name, body, query, status, field) => {
  const response = await put(await openRun(), body as string, query);
  const problem = (await response.json()) as { errors?: { field: string }[] };
  expect(response.status).toBe(status);
  expect(JSON.stringify(problem)).toContain(field);
});
