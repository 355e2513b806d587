import { experimentSchema, runSchema, saveExperimentResponseSchema } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as callNothing } from '@/app/api/[...path]/route.ts';
import { GET as readMetrics } from '@/app/metrics/route.ts';
import { GET as readReadiness } from '@/app/readyz/route.ts';
import { GET as readSchema } from '@/app/schema/experiment.v1.json/route.ts';
import { createContainer, replaceContainer } from './container.ts';
import { type ReceivedEvent, readEvents } from './fixtures/read-events.ts';
import { testDefinition } from './fixtures/test-definition.ts';
import { createTestInstance, makeRequest, type TestInstance, testBaseUrl } from './fixtures/test-instance.ts';

let instance: TestInstance;
beforeAll(async () => {
  instance = await createTestInstance();
});
afterAll(() => instance.close());

const noParams = { params: Promise.resolve({}) };

describe('an experiment', () => {
  it('is read back as its author wrote it, or parsed', async () => {
    const { admin: token } = instance;
    for (const type of ['application/yaml', 'text/yaml', 'application/json']) {
      const headers = { 'content-type': type };
      const saved = await instance.api('POST', '/experiments', { token, body: testDefinition, headers });
      expect(saved.status).toBe(201);
      expect(saveExperimentResponseSchema.parse(await saved.json()).version).toBe(1);
    }
    const asText = await instance.api('GET', '/experiments/pool-size', {
      token,
      headers: { accept: 'application/yaml' },
    });
    expect(asText.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
    expect(await asText.text()).toBe(testDefinition);
    const asJson = await instance.api('GET', '/experiments/pool-size', { token });
    expect(experimentSchema.parse(await asJson.json())).toMatchObject({
      name: 'pool-size',
      latestVersion: 1,
    });
  });

  it('is refused with the line of its mistake', async () => {
    const response = await instance.api('POST', '/experiments', {
      token: instance.admin,
      body: testDefinition.replace('replicates: 2', 'replicates: two'),
      headers: { 'content-type': 'application/yaml' },
    });
    expect(response.status).toBe(422);
    const [error] = (await response.json()).errors;
    expect(error).toMatchObject({ field: 'spec.replicates', line: 9 });
  });

  it('is refused when it is larger than a definition may be', async () => {
    const body = `${testDefinition}# ${'x'.repeat(1024 * 1024)}\n`;
    const headers = { 'content-type': 'application/yaml' };
    const response = await instance.api('POST', '/experiments', { token: instance.admin, body, headers });
    expect(response.status).toBe(413);
  });
});

describe('the events of a run', () => {
  it('tell its changes until it is finished', async () => {
    const { admin: token } = instance;
    const { id } = await (await instance.api('POST', '/runs', { token, json: { params: { a: 1 } } })).json();
    const response = await instance.api('GET', `/runs/${id}/events`, { token });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('no-transform');

    const annotation = { json: { at: '2026-01-01T00:00:00Z', text: 'x' } };
    const events: ReceivedEvent[] = [];
    for await (const received of readEvents(response)) {
      events.push(received);
      if (events.length === 1)
        await instance.api('POST', `/runs/${id}/annotations`, { token, ...annotation });
      if (events.length === 2) await instance.api('POST', `/runs/${id}/cancel`, { token });
    }
    expect(events.at(-1)?.event).toBe('end');
    const seen = events.slice(0, -1).map(({ data }) => runSchema.parse(data));
    expect(seen[0]?.status).toBe('running');
    expect(seen[1]?.annotations).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ status: 'finished', outcome: 'cancelled' });
    const ids = events.map((event) => event.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it('of no run are an ordinary problem', async () => {
    const response = await instance.api('GET', '/runs/00000000000000aaaa/events', { token: instance.admin });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  it('end on the server when the reader goes away', async () => {
    const { admin: token } = instance;
    const { id } = await (await instance.api('POST', '/runs', { token, json: {} })).json();
    const response = await instance.api('GET', `/runs/${id}/events`, { token });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await reader?.read())?.done).toBe(true);
  });
});

describe('an artifact', () => {
  it('is downloaded, never shown', async () => {
    const { admin: token, container, database } = instance;
    const { id } = await (await instance.api('POST', '/runs', { token, json: {} })).json();
    const content = Buffer.from('<script>alert(1)</script>');
    const blobKey = `tests/${id}/page.html`;
    const stored = await container.artifacts.put(
      blobKey,
      (async function* () {
        yield content;
      })(),
      { maxBytes: 1000 },
    );
    await database.prisma.artifact.create({
      data: {
        runId: id,
        name: 'page.html',
        contentType: 'text/html',
        size: BigInt(stored.size),
        sha256: stored.sha256,
        blobKey,
      },
    });
    const response = await instance.api('GET', `/runs/${id}/artifacts/page.html`, { token });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="page.html"; filename*=UTF-8''page.html`,
    );
    expect(response.headers.get('content-length')).toBe(String(content.byteLength));
    expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    expect((await instance.api('GET', `/runs/${id}/artifacts/..%2Fadmin-token`, { token })).status).toBe(404);
  });
});

it('a call that no route takes is an ordinary problem', async () => {
  const response = callNothing(makeRequest(new URL('/api/v2/runs', testBaseUrl), 'GET', {}));
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    code: 'not-found',
    detail: expect.stringContaining('/api/v2/runs'),
  });
});

describe('what machines ask', () => {
  it('is answered: ready, and not ready without a database', async () => {
    expect((await readReadiness()).status).toBe(200);
    const away = createContainer({
      ...instance.container.env,
      databaseUrl: 'postgresql://x@127.0.0.1:1/x',
      logLevel: 'silent',
    });
    replaceContainer(away);
    try {
      expect((await readReadiness()).status).toBe(503);
    } finally {
      replaceContainer(instance.container);
      await away.close();
    }
  });

  it('is answered: metrics, to anybody on this machine', async () => {
    const response = await readMetrics(makeRequest(new URL('/metrics', testBaseUrl), 'GET', {}), noParams);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^# TYPE proofload_runs gauge$/m);
    expect(text).toMatch(/^proofload_runs\{status="running"\} \d+$/m);
  });

  it('is answered: metrics, to tokens alone when others reach the instance', async () => {
    const env = { ...instance.container.env, baseUrl: 'https://bench.example' };
    replaceContainer({ ...instance.container, env });
    const ask = (token?: string) =>
      readMetrics(makeRequest(new URL('/metrics', env.baseUrl), 'GET', { token }), noParams);
    try {
      expect((await ask()).status).toBe(401);
      expect((await ask(await instance.tokenWith(['ingest']))).status).toBe(403);
      expect((await ask(await instance.tokenWith(['read']))).status).toBe(200);
    } finally {
      replaceContainer(instance.container);
    }
  });

  it('is answered: the schema of definitions', async () => {
    const response = readSchema();
    expect(response.headers.get('content-type')).toBe('application/schema+json');
    expect(await response.json()).toMatchObject({
      $schema: expect.stringContaining('json-schema.org'),
      type: 'object',
    });
  });
});
