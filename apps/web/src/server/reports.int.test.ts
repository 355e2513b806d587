import { createHash } from 'node:crypto';
import {
  comparisonSnapshotSchema,
  reportListSchema,
  reportSchema,
  reportSummarySchema,
} from '@proofload/contracts';
import { canonicalJson } from '@proofload/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6Ndjson } from './fixtures/k6-ndjson.ts';
import { testDefinition } from './fixtures/test-definition.ts';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

let instance: TestInstance;
const runs: string[] = [];

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: CallOptions = {},
) {
  const response = await instance.api(method, path, { token: instance.admin, ...options });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}

const comparisonReportSchema = reportSchema.extend({ snapshot: comparisonSnapshotSchema });
const create = async (input: object) =>
  comparisonReportSchema.parse(await send('POST', '/reports', { json: input }));
const readAs = (id: string, options: CallOptions = {}) => instance.api('GET', `/reports/${id}`, options);

beforeAll(async () => {
  instance = await createTestInstance();
  await send('POST', '/experiments', {
    body: testDefinition,
    headers: { 'content-type': 'application/yaml' },
  });
  for (const workers of [1, 2]) {
    const startedAt = '2026-01-01T00:00:00.000Z';
    const { id } = await send('POST', '/runs', {
      json: { experiment: 'pool-size', params: { workers }, startedAt },
    });
    await send('PUT', `/runs/${id}/k6`, {
      body: k6Ndjson({ startedAt, seconds: 10, requestsPerSecond: 20 * workers }),
    });
    await send('POST', `/runs/${id}/finish`, { json: { finishedAt: '2026-01-01T00:00:10.000Z' } });
    runs.push(id);
  }
});
afterAll(() => instance.close());

const compare = () => ({ runs: runs.join(',') });

describe('a report', () => {
  it('holds all that its page draws, and how it was made', async () => {
    const report = await create({
      title: 'Pool size',
      note: 'Two **workers**',
      view: { compare: compare() },
    });
    expect(report).toMatchObject({
      title: 'Pool size',
      visibility: 'private',
      runs: 2,
      revokedAt: null,
      createdBy: 'read ingest launch admin',
    });
    expect(report.url).toBe(`http://127.0.0.1:3500/r/${report.id}`);
    const { snapshot } = report;
    expect(snapshot.comparison.runs.map((run) => run.id)).toEqual(runs);
    expect(snapshot.definitions).toEqual([{ experiment: 'pool-size', version: 1, source: testDefinition }]);
    expect(snapshot.view).toMatchObject({ metrics: ['http_reqs', 'http_req_duration'] });
    expect(snapshot.series.map((series) => [series.run, series.lines[0]?.metric])).toEqual(
      runs.flatMap((run) => [
        [run, 'http_reqs'],
        [run, 'http_req_duration'],
      ]),
    );
    expect(snapshot.series[0]?.lines[0]?.columns.rate?.length).toBeGreaterThan(5);
    const totals = snapshot.metrics.map(
      ({ list }) => list.metrics.find((entry) => entry.metric === 'http_reqs')?.totals.sum,
    );
    expect(totals).toEqual([200, 400]);
  });

  it('can be checked against its digest by anybody', async () => {
    const { note, snapshot, title, digest } = await create({
      title: 'Checked',
      note: 'n',
      view: { compare: compare() },
    });
    const text = canonicalJson({ note, snapshot, title });
    expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
  });

  it('is text as well, for whoever may read it', async () => {
    const { id } = await create({ title: 'As *text*', note: 'Seen.', view: { compare: compare() } });
    const response = await instance.api('GET', `/reports/${id}/markdown`, { token: instance.admin });
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const text = await response.text();
    expect(text).toMatch(/^# As \\\*text\\\*\n\nSeen\.\n/);
    expect(text).toContain('## Scaling');
    expect(text).toContain('## Definition of pool-size, version 1');
    expect((await instance.api('GET', `/reports/${id}/markdown`)).status).toBe(404);
  });

  it('draws the metrics that were named, in their order', async () => {
    const view = { compare: compare(), metrics: ['http_req_duration'], column: 'p95' };
    const { snapshot } = await create({ title: 'Named', view });
    expect(snapshot.series.map((series) => series.lines[0]?.metric)).toEqual([
      'http_req_duration',
      'http_req_duration',
    ]);
    expect(snapshot.view).toMatchObject({ metrics: ['http_req_duration'], column: 'p95' });
  });

  const wrong: [name: string, input: () => object, field: string][] = [
    [
      'a metric that no run has',
      () => ({ title: 't', view: { compare: compare(), metrics: ['http_reqs', 'nope'] } }),
      'view.metrics[1]',
    ],
    [
      'an unknown field in the comparison',
      () => ({ title: 't', view: { compare: { ...compare(), nope: 1 } } }),
      'view.compare.nope',
    ],
    ['no runs', () => ({ title: 't', view: { compare: {} } }), 'view.compare.runs'],
    ['no title', () => ({ title: '', view: { compare: compare() } }), 'title'],
    [
      'a visibility that is not known',
      () => ({ title: 't', visibility: 'public', view: { compare: compare() } }),
      'visibility',
    ],
  ];
  it.each(wrong)('is refused with %s', async (_name, input, field) => {
    const response = await instance.api('POST', '/reports', { token: instance.admin, json: input() });
    expect(response.status).toBe(422);
    expect((await response.json()).errors[0].field).toBe(field);
  });
});

describe('who may read a report', () => {
  it('its project alone while it is private', async () => {
    const { id } = await create({ title: 'Private', view: { compare: compare() } });
    expect((await readAs(id)).status).toBe(404);
    expect((await readAs(id, { token: await instance.tokenWith(['admin'], 'elsewhere') })).status).toBe(404);
    expect((await readAs(id, { token: await instance.tokenWith(['ingest']) })).status).toBe(404);
    expect((await readAs(id, { token: await instance.tokenWith(['read']) })).status).toBe(200);
    expect((await readAs(id, { session: await instance.signIn() })).status).toBe(200);
  });

  it('everybody while it is shared, and its project alone again afterwards', async () => {
    const { id } = await create({ title: 'Shared', visibility: 'link', view: { compare: compare() } });
    expect((await readAs(id)).status).toBe(200);
    await send('PATCH', `/reports/${id}`, { json: { visibility: 'private' } });
    expect((await readAs(id)).status).toBe(404);
    await send('PATCH', `/reports/${id}`, { json: { visibility: 'link' } });
    expect((await readAs(id)).status).toBe(200);
  });

  it('nobody outside once it is revoked, for good, with the same answer as for one that never was', async () => {
    const { id } = await create({ title: 'Revoked', visibility: 'link', view: { compare: compare() } });
    const revoked = reportSummarySchema.parse(
      await send('PATCH', `/reports/${id}`, { json: { revoked: true } }),
    );
    expect(revoked.revokedAt).not.toBeNull();
    await send('PATCH', `/reports/${id}`, { json: { visibility: 'link' } });

    const gone = await (await readAs(id)).json();
    const never = await (await readAs('0'.repeat(32))).json();
    const { requestId: _a, detail: goneDetail, ...goneRest } = gone;
    const { requestId: _b, detail: neverDetail, ...neverRest } = never;
    expect(goneRest).toEqual(neverRest);
    expect(goneDetail.replace(id, '')).toBe(neverDetail.replace('0'.repeat(32), ''));

    const owned = reportSchema.parse(await (await readAs(id, { token: instance.admin })).json());
    expect(owned.revokedAt).toBe(revoked.revokedAt);
  });
});

it('lists reports, newest first, without their content', async () => {
  const first = await create({ title: 'First', view: { compare: compare() } });
  const second = await create({ title: 'Second', view: { compare: compare() } });
  const { items } = reportListSchema.parse(await send('GET', '/reports'));
  expect(items.slice(0, 2).map((item) => item.id)).toEqual([second.id, first.id]);
  expect(items[0]).not.toHaveProperty('snapshot');
});

it('stays the same, byte for byte, after its runs are deleted and its experiment has changed', async () => {
  const { id } = await create({ title: 'For ever', visibility: 'link', view: { compare: compare() } });
  const before = await (await readAs(id)).text();
  for (const run of runs) await send('DELETE', `/runs/${run}`);
  const changed = testDefinition.replace('replicates: 2', 'replicates: 3');
  await send('POST', '/experiments', { body: changed, headers: { 'content-type': 'application/yaml' } });
  expect((await instance.api('GET', `/runs/${runs[0]}`, { token: instance.admin })).status).toBe(404);
  expect(await (await readAs(id)).text()).toBe(before);
});

it('is not shown when what is stored is not what was frozen', async () => {
  const run = await send('POST', '/runs', { json: { params: { a: 1 } } });
  const { id } = await create({ title: 'Tampered', visibility: 'link', view: { compare: { runs: run.id } } });
  await instance.database.prisma.report.update({ where: { id }, data: { title: 'Another title' } });
  expect((await readAs(id)).status).toBe(500);
});
