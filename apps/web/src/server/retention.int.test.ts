import { retentionPassSchema, runSchema } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6Ndjson } from './fixtures/k6-ndjson.ts';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';
import type { Method } from './openapi/routes.ts';

const rules = { samples: { days: 30 }, artifacts: { days: 30 }, logs: { days: 30 } };
const never = { samples: null, artifacts: null, logs: null };
const startedAt = '2026-01-01T00:00:00.000Z';
const longAgo = new Date('2026-01-02T00:00:00.000Z');

let instance: TestInstance;
beforeAll(async () => {
  instance = await createTestInstance();
});
afterAll(() => instance.close());

const call = (method: Method, path: string, options: CallOptions = {}) =>
  instance.api(method, path, { token: instance.admin, ...options });

async function read(method: Method, path: string, options: CallOptions = {}) {
  const response = await call(method, path, options);
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return JSON.parse(text);
}

/** A run that ended long ago, with samples, an artifact and a line of log. */
async function endRun(): Promise<string> {
  const { id } = await read('POST', '/runs', { json: { params: { workers: 1 }, startedAt } });
  await read('PUT', `/runs/${id}/k6`, { body: k6Ndjson({ startedAt, seconds: 5, requestsPerSecond: 5 }) });
  const { repos, artifacts } = instance.container;
  await repos.timeline.appendLog(id, [{ atMs: longAgo.getTime(), level: 'info', message: 'hello' }]);
  const body = async function* () {
    yield Buffer.from('notes');
  };
  const blobKey = `${instance.projectId}/runs/${id}/notes.txt`;
  const stored = await artifacts.put(blobKey, body(), { maxBytes: 10 });
  await repos.timeline.putArtifact(id, { name: 'notes.txt', contentType: 'text/plain', blobKey, ...stored });
  await read('POST', `/runs/${id}/finish`, { json: { finishedAt: '2026-01-01T00:00:05.000Z' } });
  await instance.database.prisma.run.update({ where: { id }, data: { createdAt: longAgo } });
  return id;
}

describe('what has expired', () => {
  it('is answered with 410 and the code expired', async () => {
    const id = await endRun();
    await read('PUT', '/retention', { json: { rules } });
    const tried = retentionPassSchema.parse(await read('POST', '/retention/apply?dryRun=true'));
    expect(tried).toMatchObject({ dryRun: true, affected: 1, runs: [{ id }] });
    expect((await call('GET', `/runs/${id}/series?metric=http_reqs`)).status).toBe(200);
    expect(await read('GET', '/retention/usage')).toMatchObject({
      total: { runs: 1, artifactsBytes: 5, logsBytes: 5, samplesBytes: expect.any(Number) },
      experiments: [{ experiment: null, runs: 1 }],
      ...{ omitted: 0, unmeasured: 0 },
    });

    const done = await read('POST', '/retention/apply', { json: {} });
    expect(done).toEqual({ ...tried, dryRun: false });
    for (const path of ['series?metric=http_reqs', 'metrics', 'export?format=csv', 'artifacts/notes.txt']) {
      const response = await call('GET', `/runs/${id}/${path}`);
      expect(response.status, path).toBe(410);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({
        code: 'expired',
        detail: expect.stringContaining("by the project's rule"),
      });
    }
    const run = runSchema.parse(await read('GET', `/runs/${id}`));
    expect(run.measurements.requests?.value).toBe(25);
    expect(run.artifacts).toMatchObject([{ name: 'notes.txt', expiredAt: run.artifactsExpiredAt }]);
    expect(await read('GET', `/runs/${id}/log`)).toEqual({ lines: [], expiredAt: run.logsExpiredAt });
    expect((await call('PUT', `/runs/${id}/k6`, { body: '{"type":"Metric"}\n' })).status).toBe(409);
    expect(await read('GET', '/retention/usage')).toMatchObject({
      total: { runs: 1, samplesBytes: 0, artifactsBytes: 0, logsBytes: 0 },
    });
  });

  it('is nothing of a run that is pinned, over REST and from a page', async () => {
    const id = await endRun();
    const session = await instance.signIn();
    expect(await read('PUT', `/runs/${id}/pin`, { token: undefined, session })).toMatchObject({
      pinned: { by: 'Owner' },
    });
    expect(await read('GET', '/runs?filter=pinned%3Dtrue')).toMatchObject({
      total: 1,
      items: [{ id, pinned: { by: 'Owner' } }],
    });
    expect(await read('POST', '/retention/apply')).toMatchObject({
      affected: 0,
      protected: { runs: 1, pinned: 1 },
    });
    const refused = await call('DELETE', `/runs/${id}`);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('pinned by Owner'),
      errors: [{ field: 'pinned' }],
    });
    expect((await call('DELETE', `/runs/${id}?pinned=yes`)).status).toBe(422);
    expect(await read('DELETE', `/runs/${id}/pin`)).toMatchObject({ pinned: null });
    expect((await call('DELETE', `/runs/${id}`)).status).toBe(204);
  });
});

describe('rules', () => {
  it.each<[string, unknown, string]>([
    ['no days', { ...never, samples: { days: 0 } }, 'rules.samples.days'],
    ['half a day', { ...never, artifacts: { days: 0.5 } }, 'rules.artifacts.days'],
    ['more than a century', { ...never, logs: { days: 36_501 } }, 'rules.logs.days'],
    ['days as text', { ...never, logs: { days: '30' } }, 'rules.logs.days'],
    ['a kind that is left out', { samples: null, artifacts: null }, 'rules.logs'],
    ['a kind that is not known', { ...never, measurements: { days: 1 } }, 'rules.measurements'],
    ['no rules', undefined, 'rules'],
  ])('with %s are refused by name', async (_name, wrong, field) => {
    const response = await call('PUT', '/retention', { json: { rules: wrong } });
    expect(response.status).toBe(422);
    const problem = await response.json();
    expect(problem.errors.map((error: { field: string }) => error.field)).toEqual([field]);
    if (field.endsWith('days'))
      expect(problem.errors[0].message).toBe('expected a whole number of days from 1 to 36500');
  });

  it('to try out are refused when something would be removed by them', async () => {
    const response = await call('POST', '/retention/apply', { json: { rules } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'rules' }] });
    expect((await call('POST', '/retention/apply?dryRun=yes')).status).toBe(422);
  });
});
