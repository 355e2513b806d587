import { type Run, runSchema } from '@proofload/contracts';
import { type Actor, evaluateRuns } from '@proofload/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from './container.ts';
import { k6Ndjson } from './fixtures/k6-ndjson.ts';
import { testDefinition } from './fixtures/test-definition.ts';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

let instance: TestInstance;
const runs: string[] = [];
const startedAt = '2026-01-01T00:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1000).toISOString();
const yaml = (body: string): CallOptions => ({ body, headers: { 'content-type': 'application/yaml' } });

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: CallOptions = {}) {
  const response = await instance.api(method, path, { token: instance.admin, ...options });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return JSON.parse(text);
}

const read = async (id: string): Promise<Run> => runSchema.parse(await send('GET', `/runs/${id}`));

/** What a worker does when it is told. */
function work(jobId: string): Promise<void> {
  const worker: Actor = { kind: 'system', id: 'worker', name: 'Worker', projectId: '', scopes: new Set() };
  return evaluateRuns(contextFor(instance.container, worker), {
    jobId,
    signal: new AbortController().signal,
  });
}

beforeAll(async () => {
  instance = await createTestInstance();
  await send('POST', '/experiments', yaml(testDefinition));
  for (const workers of [1, 2]) {
    const { id } = await send('POST', '/runs', {
      json: { experiment: 'pool-size', params: { workers }, startedAt },
    });
    await send('PUT', `/runs/${id}/k6`, {
      body: k6Ndjson({ startedAt, seconds: 10, requestsPerSecond: 20 * workers }),
    });
    await send('POST', `/runs/${id}/finish`, { json: { finishedAt: at(10) } });
    runs.push(id);
  }
});
afterAll(() => instance.close());

describe('over REST, stored runs', () => {
  it('are evaluated with a version that is saved for it', async () => {
    const stricter = testDefinition.replace('"< 120ms"', '"< 90ms"');
    expect((await send('POST', '/experiments', yaml(stricter))).evaluation).toBeNull();
    expect(await send('GET', '/experiments/pool-size/evaluate')).toMatchObject({
      version: 2,
      runs: 2,
      due: 2,
      from: [{ version: 1, changes: [{ kind: 'slo', name: 'fast', change: 'changed' }] }],
    });
    const loose = testDefinition.replace('"< 120ms"', '"< 95ms"');
    const { evaluation } = await send('POST', '/experiments?evaluate=true', yaml(loose));
    expect(evaluation).toMatchObject({ version: 3, status: 'running', counts: { total: 2, pending: 2 } });
    await work(evaluation.id);
    const done = await send('GET', `/evaluations/${evaluation.id}`);
    expect(done).toMatchObject({
      status: 'finished',
      counts: { evaluated: 2 },
      createdBy: 'read ingest launch admin',
    });
    expect(await read(runs[0] ?? '')).toMatchObject({
      experimentVersion: 1,
      evaluatedVersion: 3,
      verdict: 'fail',
      slos: [{ objective: '< 95ms', met: false }],
    });
    const { items } = await send('GET', `/runs/${runs[0]}/evaluations`);
    expect(items.map((item: { version: number; verdict: string }) => [item.version, item.verdict])).toEqual([
      [3, 'fail'],
      [1, 'pass'],
    ]);
  });

  it('are evaluated on request, some of them, once', async () => {
    const job = await send('POST', '/experiments/pool-size/evaluate', {
      json: { version: 1, runs: [runs[1]] },
    });
    await work(job.id);
    expect(await read(runs[1] ?? '')).toMatchObject({ evaluatedVersion: 1, verdict: 'pass', evaluation: 3 });
    expect(await read(runs[0] ?? '')).toMatchObject({ evaluatedVersion: 3 });
    const again = await send('POST', '/experiments/pool-size/evaluate', {
      json: { version: 1, runs: [runs[1]] },
    });
    expect(again).toMatchObject({ status: 'finished', counts: { total: 1, unchanged: 1 } });
    await send('POST', `/evaluations/${again.id}/cancel`);
    const both = { version: 1, runs: [runs[1]], filter: 'workers=2' };
    const refused = await instance.api('POST', '/experiments/pool-size/evaluate', {
      token: instance.admin,
      json: both,
    });
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors).toMatchObject([{ field: 'filter' }]);
  });

  it('get windows of their own and lose them again, and a report keeps the mark', async () => {
    const windows = { '*': { from: at(5), to: at(10) } };
    const cut = runSchema.parse(await send('PUT', `/runs/${runs[0]}/windows`, { json: { windows } }));
    expect(cut).toMatchObject({ windows, evaluatedVersion: 3 });
    expect(cut.measurements.throughput).toMatchObject({
      samples: 100,
      window: { name: 'own window', from: at(5) },
    });
    const view = { compare: { runs: runs.join(',') } };
    const report = await send('POST', '/reports', { json: { title: 'Cut', view } });
    const [throughput] = report.snapshot.comparison.measurements;
    expect(throughput).toMatchObject({ name: 'throughput', mixed: [{ kind: 'window', runs: [runs[0]] }] });
    const back = runSchema.parse(await send('DELETE', `/runs/${runs[0]}/windows`));
    expect(back).toMatchObject({ windows: {} });
    expect(back.measurements.throughput?.samples).toBe(200);
    const kept = await send('GET', `/reports/${report.id}`);
    expect(kept.snapshot.comparison.measurements[0].mixed).toHaveLength(1);
    const compared = await send('GET', `/compare?runs=${runs.join(',')}`);
    expect(compared.measurements[0].mixed).toEqual([]);
  });
});
