import { problemSchema } from '@proofload/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

let instance: TestInstance;
beforeAll(async () => {
  instance = await createTestInstance();
});
afterAll(() => instance.close());

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = problemSchema.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}

/** A body that would be as large as told, made while it is read; `taken` says how much of it was. */
function endlessBody(bytes: number) {
  const chunk = new Uint8Array(64 * 1024).fill(32);
  const state = { taken: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.taken >= bytes) return controller.close();
      state.taken += chunk.byteLength;
      controller.enqueue(chunk);
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { stream, state };
}

describe('the body of a JSON call', () => {
  const wrong: [name: string, json: unknown, field: string, message: string][] = [
    ['a wrong type', { params: {}, labels: { team: 7 } }, 'labels.team', 'expected string, received number'],
    [
      'a wrong kind of value',
      { params: { workers: [1] } },
      'params.workers',
      'expected string or number or boolean',
    ],
    ['an unknown field', { parms: {} }, 'parms', 'is not a field that this call takes'],
    ['a list', [], 'body', 'expected object, received array'],
    ['nothing but null', null, 'body', 'expected object, received null'],
    ['a wrong time', { startedAt: 'yesterday' }, 'startedAt', 'expected ISO datetime'],
    [
      'a name that is too long',
      { name: 'x'.repeat(201) },
      'name',
      'expected string to have <=200 characters',
    ],
    [
      'a prototype',
      JSON.parse('{"__proto__": {"a": 1}}'),
      '__proto__',
      'is not a field that this call takes',
    ],
  ];
  it.each(wrong)('is refused with %s, naming the field', async (_name, json, field, message) => {
    const response = await instance.api('POST', '/runs', { token: instance.admin, json });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([{ field, message }]);
  });

  it('is refused with all that is wrong at once', async () => {
    const json = { name: 1, labels: { a: 2 }, extra: true };
    const problem = await problemOf(await instance.api('POST', '/runs', { token: instance.admin, json }));
    expect(problem.errors?.map((error) => error.field).sort()).toEqual(['extra', 'labels.a', 'name']);
    expect(problem.detail).toContain('(and 2 more)');
  });

  it('is refused with its line when it is no JSON', async () => {
    const response = await instance.api('POST', '/runs', {
      token: instance.admin,
      body: '{\n  "name": "a",\n  oops\n}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toEqual([
      { field: 'body', message: 'expected JSON', line: 3 },
    ]);
  });

  it('is refused when it is no UTF-8', async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    const headers = { 'content-type': 'application/json' };
    const response = await instance.api('POST', '/runs', { token: instance.admin, body, headers });
    expect((await problemOf(response)).errors).toEqual([
      { field: 'body', message: 'expected text in UTF-8' },
    ]);
  });

  const types: [name: string, headers: Record<string, string>][] = [
    ['no content type', {}],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['text, as another site could send', { 'content-type': 'text/plain' }],
    ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ];
  it.each(types)('is refused as %s', async (_name, headers) => {
    const body = new Blob(['{}']).stream();
    const response = await instance.api('POST', '/runs', { token: instance.admin, body, headers });
    expect(response.status).toBe(415);
    expect((await problemOf(response)).code).toBe('unsupported');
  });

  it('of 1 GB is refused before it is read', async () => {
    const { stream, state } = endlessBody(1e9);
    const headers = { 'content-type': 'application/json' };
    const response = await instance.api('POST', '/runs', { token: instance.admin, body: stream, headers });
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect((await problemOf(response)).errors).toEqual([
      { field: 'body', message: 'expected at most 1048576 bytes' },
    ]);
    expect(state.taken).toBeLessThan(2 * 1024 * 1024);
    expect(state.isCancelled).toBe(true);
  });

  it('that announces 1 GB is refused without a look at it', async () => {
    const { stream, state } = endlessBody(1e9);
    const headers = { 'content-type': 'application/json', 'content-length': '1000000000' };
    const response = await instance.api('POST', '/runs', { token: instance.admin, body: stream, headers });
    expect(response.status).toBe(413);
    expect(state.taken).toBeLessThanOrEqual(64 * 1024);
  });

  it('is refused where none is taken, unless it says nothing', async () => {
    const path = '/runs/00000000000000aaaa/cancel';
    const token = instance.admin;
    expect((await instance.api('POST', path, { token, json: { force: true } })).status).toBe(422);
    expect((await instance.api('POST', path, { token, json: {} })).status).toBe(404);
    expect((await instance.api('POST', path, { token })).status).toBe(404);
    const { stream, state } = endlessBody(1e9);
    expect((await instance.api('POST', path, { token, body: stream })).status).toBe(413);
    expect(state.taken).toBeLessThan(2 * 1024 * 1024);
  });
});

describe('a body that may be left out', () => {
  const path = '/runs/00000000000000aaaa/finish';
  const found: [name: string, options: () => CallOptions][] = [
    ['is left out', () => ({})],
    ['is an empty stream, as Next hands it over', () => ({ body: new Blob([]).stream() })],
    ['is there', () => ({ json: { outcome: 'failed' } })],
  ];
  it.each(found)('passes when it %s', async (_name, options) => {
    const response = await instance.api('POST', path, { token: instance.admin, ...options() });
    expect(response.status).toBe(404);
  });
  it('is checked when it is there', async () => {
    const { admin: token } = instance;
    expect((await instance.api('POST', path, { token, json: { outcome: 'lost' } })).status).toBe(422);
    const form = { body: 'outcome=failed', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await instance.api('POST', path, { token, ...form })).status).toBe(415);
  });
});

describe('the body of an upload', () => {
  const path = '/runs/00000000000000aaaa/k6';
  it('is refused as a form', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x']));
    const response = await instance.api('PUT', path, { token: instance.admin, body: form });
    expect(response.status).toBe(415);
    expect((await problemOf(response)).detail).toContain('the file itself');
  });
  it('is refused in an encoding that is not known', async () => {
    const headers = { 'content-encoding': 'br' };
    const response = await instance.api('PUT', path, { token: instance.admin, body: 'x', headers });
    expect(response.status).toBe(415);
  });
  it('is refused at once when it announces more than may be uploaded', async () => {
    const { stream, state } = endlessBody(1e9);
    const headers = { 'content-length': String(65 * 1024 * 1024) };
    const response = await instance.api('PUT', path, { token: instance.admin, body: stream, headers });
    expect(response.status).toBe(413);
    expect(state.taken).toBeLessThanOrEqual(64 * 1024);
  });
});

describe('the query and the path', () => {
  const wrong: [path: string, field: string, message: string][] = [
    ['/runs?limit=many', 'limit', 'expected number, received NaN'],
    ['/runs?limit=0', 'limit', 'expected number to be >=1'],
    ['/runs?limit=501', 'limit', 'expected number to be <=500'],
    ['/runs?limt=5', 'limt', 'is not a field that this call takes'],
    ['/runs?limit=1&limit=2', 'limit', 'expected once, not twice'],
    ['/me?x=1', 'x', 'is not a field that this call takes'],
    ['/compare', 'runs', 'expected `runs`, `sweep` or `experiment`'],
    ['/compare?runs=a&nope=1', 'nope', 'is not a field that this call takes'],
    ['/runs/NOT-AN-ID', 'id', 'expected an id of 8 to 32 lower-case letters and digits'],
    ['/experiments/a%2F..%2Fb', 'name', 'expected 1 to 63 lower-case letters, digits and inner hyphens'],
    ['/runs?__proto__=1', '__proto__', 'is not a field that this call takes'],
  ];
  it.each(wrong)('%s is refused', async (path, field, message) => {
    const response = await instance.api('GET', path, { token: instance.admin });
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors).toContainEqual({ field, message });
  });
});

describe('the id of a request', () => {
  it('is the one that the caller gave', async () => {
    const headers = { 'x-request-id': 'build-4711-step-2' };
    const response = await instance.api('GET', '/me', { headers });
    expect((await problemOf(response)).requestId).toBe('build-4711-step-2');
  });
  it('is a new one when that could not stand in a log', async () => {
    const headers = { 'x-request-id': 'a b; {}' };
    const response = await instance.api('GET', '/me', { headers });
    expect((await problemOf(response)).requestId).toMatch(/^[\w-]{12}$/);
  });
});

describe('an error that is not meant for callers', () => {
  it('shows nothing but the id of the request', async () => {
    const { repos } = instance.container;
    const { findProjectName } = repos.access;
    repos.access.findProjectName = () => Promise.reject(new Error('secret detail at 10.0.0.7'));
    try {
      const response = await instance.api('GET', '/me', { token: instance.admin });
      const problem = await problemOf(response);
      expect(problem).toMatchObject({ status: 500, code: 'internal', title: 'Internal error' });
      expect(JSON.stringify(problem)).not.toContain('secret');
    } finally {
      repos.access.findProjectName = findProjectName;
    }
  });

  it('is "not available" when the database is away', async () => {
    const { createContainer, replaceContainer } = await import('./container.ts');
    const away = createContainer({ ...instance.container.env, databaseUrl: 'postgresql://x@127.0.0.1:1/x' });
    replaceContainer(away);
    try {
      const response = await instance.api('GET', '/me', { token: instance.admin });
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await problemOf(response)).toMatchObject({ status: 503, code: 'unavailable' });
    } finally {
      replaceContainer(instance.container);
      await away.close();
    }
  });
});

it('counts what it answered', async () => {
  await instance.api('GET', '/me', { token: instance.admin });
  const text = instance.container.metrics.render({ runsByStatus: { queued: 2 } });
  expect(text).toMatch(/^proofload_http_requests_total\{route="who",method="GET",status="200"\} [1-9]/m);
  expect(text).toMatch(
    /^proofload_http_request_duration_seconds_bucket\{route="who",method="GET",le="\+Inf"\} [1-9]/m,
  );
  expect(text).toContain('proofload_runs{status="queued"} 2\n');
});
