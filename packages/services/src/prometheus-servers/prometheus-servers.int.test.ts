import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPrometheusServerSchema,
  launchSweepSchema,
  openRunSchema,
  type PrometheusServer,
  savePrometheusServerSchema,
} from '@proofload/contracts';
import {
  makeCertificates,
  type RealPrometheus,
  startPrometheus,
  startTargetServer,
  type TargetServer,
  type TestCertificates,
} from '@proofload/testkit';
import { findFreePort } from '@proofload/testkit/free-port';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkExperiment } from '../experiments/index.ts';
import { saveExperiment } from '../experiments/save-experiment.ts';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { type Gateway, startRedirector, startTlsGateway } from '../fixtures/tls-gateway.ts';
import { runSources } from '../ingest/index.ts';
import { openRun } from '../runs/index.ts';
import { listMetrics } from '../series/index.ts';
import { launchSweep } from '../sweeps/index.ts';
import {
  checkPrometheusServer,
  createPrometheusServer,
  deletePrometheusServer,
  listPrometheusServers,
  readPrometheusServer,
  replacePrometheusServer,
} from './index.ts';
import { openPrometheus } from './open-prometheus.ts';

const password = 'pass:wörd';
const passwordHash = '$2b$04$abcdefghijklmnopqrstuuWXKr2BvN6MFBGmbO8G1GNLW0JIJkxnC';
const token = 'glsa_0123456789abcdef';

let test: TestContext;
let folder: string;
let certificates: TestCertificates;
let target: TargetServer;
/** Behind TLS and basic authentication, below a prefix. */
let guarded: RealPrometheus;
/** Without any, as gateways have it behind them. */
let plain: RealPrometheus;
const gateways: Gateway[] = [];

beforeAll(async () => {
  test = await createTestContext();
  folder = await mkdtemp(join(tmpdir(), 'proofload-tls-'));
  certificates = await makeCertificates(folder);
  target = await startTargetServer({ port: 0 });
  const targets = [new URL(target.url).host];
  const { certificatePath: cert_file, keyPath: key_file } = certificates.server;
  const web = { basic_auth_users: { bench: passwordHash }, tls_server_config: { cert_file, key_file } };
  [guarded, plain] = await Promise.all([
    startPrometheus({ targets, prefix: '/prom', web }),
    startPrometheus({ targets, prefix: '/prometheus' }),
  ]);
});
afterAll(async () => {
  await Promise.all([guarded.stop(), plain.stop(), target.stop()]);
  await rm(folder, { recursive: true });
  await test.close();
});
afterEach(async () => {
  for (const gateway of gateways.splice(0)) await gateway.close();
  for (const { name } of (await listPrometheusServers(test.ctx)).items)
    await deletePrometheusServer(test.ctx, { name });
});

const create = (input: object): Promise<PrometheusServer> =>
  createPrometheusServer(test.ctx, createPrometheusServerSchema.parse({ name: 'main', ...input }));
const replace = (input: object): Promise<PrometheusServer> =>
  replacePrometheusServer(test.ctx, { name: 'main', ...savePrometheusServerSchema.parse(input) });
const check = () => checkPrometheusServer({ ...test.ctx, clock: { nowMs: Date.now } }, { name: 'main' });
const basic = { kind: 'basic', username: 'bench', password };
const stored = () => test.ctx.repos.prometheusServers.find('project1', 'main');

/** A check as soon as the target was scraped. */
async function checkWhenScraped() {
  for (let tries = 0; ; tries++) {
    const found = await check();
    if (found.targets !== null || tries === 60) return found;
    await sleep(250);
  }
}

describe('a server with TLS, basic authentication and a prefix', () => {
  const settings = () => ({ url: `${guarded.url}/`, auth: basic, caCertificate: certificates.authority });

  it('is reached and says what it is', async () => {
    await create(settings());
    expect(await checkWhenScraped()).toMatchObject({
      reachable: true,
      error: null,
      flavour: 'Prometheus',
      version: expect.stringMatching(/^\d+\.\d+/),
      series: expect.any(Number),
      targets: 1,
    });
  });

  it.each([
    ['a wrong password', { auth: { ...basic, password: 'else' } }, /^it answered 401 Unauthorized$/],
    ['no password', { auth: { kind: 'none' } }, /^it answered 401 Unauthorized$/],
    ['an authority that it does not have', { caCertificate: null }, /UNABLE_TO_VERIFY|SELF_SIGNED|unable to/],
  ])('refuses %s', async (_name, changes, error) => {
    await create({ ...settings(), ...changes });
    expect(await check()).toMatchObject({ reachable: false, error: expect.stringMatching(error) });
  });

  it('is not found without its prefix, by http, or at another port', async () => {
    await create(settings());
    const keep = { ...settings(), auth: basic };
    await replace({ ...keep, url: guarded.url.replace('/prom', '') });
    expect(await check()).toMatchObject({ error: 'it answered 404 Not Found' });
    await replace({ ...keep, url: guarded.url.replace('https', 'http') });
    expect(await check()).toMatchObject({ error: expect.stringContaining('400') });
    await replace({ ...keep, url: `https://127.0.0.1:${await findFreePort()}` });
    expect(await check()).toMatchObject({ error: expect.stringContaining('ECONNREFUSED') });
  });

  it('measures a run by its name alone', async () => {
    await create(settings());
    await checkWhenScraped();
    const { id: runId } = await openRun(test.ctx, openRunSchema.parse({}));
    const runKey = (await test.ctx.repos.runs.find(runId))?.key ?? 0n;
    const ended = new AbortController();
    const ctx = { ...test.ctx, clock: { nowMs: Date.now } };
    const source = { kind: 'prometheus', url: null, server: 'main', stepMs: 1000 } as const;
    const reports = runSources(ctx, {
      runKey,
      sources: [
        { ...source, queries: { pool: 'target_pool_size' } },
        { ...source, server: 'gone', queries: { other: 'up' } },
      ],
      openPrometheus: (asked) => openPrometheus({ ...ctx, prometheusUrl: null }, 'project1', asked),
      startedMs: Date.now(),
      ended: ended.signal,
      signal: new AbortController().signal,
    });
    await sleep(2500);
    ended.abort();
    const [read, gone] = await reports;
    expect(read?.warnings).toEqual([]);
    expect(read?.samples).toBeGreaterThanOrEqual(2);
    expect(gone?.warnings).toEqual(['The Prometheus server gone was deleted']);
    const { metrics } = await listMetrics(test.ctx, { runId });
    expect(metrics.map(({ metric }) => metric)).toEqual(['pool']);
  });
});

describe('a gateway that wants a token, a tenant and a certificate', () => {
  const settings = (gateway: Gateway) => ({
    url: `${gateway.url}/prometheus`,
    headers: { 'X-Scope-OrgID': 'team-a' },
    auth: { kind: 'bearer', token: `${token}\n` },
    caCertificate: certificates.authority,
    clientCertificate: certificates.client.certificate,
    clientKey: certificates.client.key,
  });
  const start = async (wantsClient: boolean): Promise<Gateway> => {
    const upstream = new URL(plain.url).origin;
    const gateway = await startTlsGateway(certificates, { upstream, token, wantsClient });
    gateways.push(gateway);
    return gateway;
  };

  it('is given all three with every call', async () => {
    const gateway = await start(true);
    await create(settings(gateway));
    expect(await checkWhenScraped()).toMatchObject({ reachable: true, error: null, targets: 1 });
    expect(gateway.seen.length).toBeGreaterThanOrEqual(3);
    for (const { path, headers, client } of gateway.seen) {
      expect(path).toMatch(/^\/prometheus\/api\/v1\//);
      expect(headers).toMatchObject({ authorization: `Bearer ${token}`, 'x-scope-orgid': 'team-a' });
      expect(client).toBe('bench');
    }
  });

  it('refuses who shows no certificate', async () => {
    const gateway = await start(true);
    await create({ ...settings(gateway), clientCertificate: null, clientKey: undefined });
    expect(await check()).toMatchObject({
      reachable: false,
      error: expect.stringMatching(/certificate|ECONNRESET|socket/i),
    });
    expect(gateway.seen).toEqual([]);
  });

  it('is quoted in what it says, but for the token', async () => {
    await create({ ...settings(await start(false)), headers: {} });
    expect(await check()).toMatchObject({ reachable: false, error: 'no access with Bearer [secret]' });
  });
});

it('a redirect is not followed, so that credentials stay with the host that was named', async () => {
  const elsewhere = await startTlsGateway(certificates, { upstream: plain.url, token });
  const redirector = await startRedirector(elsewhere.url);
  gateways.push(elsewhere, redirector);
  await create({ url: redirector.url, auth: { kind: 'bearer', token } });
  const { error } = await check();
  expect(error).toBe(
    `it answered 307 Temporary Redirect, which sends to ${elsewhere.url}/api/v1/query_range: redirects are not followed`,
  );
  expect(redirector.seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
  expect(elsewhere.seen).toEqual([]);
});

describe('secrets', () => {
  it('are stored encrypted and never given out', async () => {
    const settings = {
      url: 'https://prom.test',
      auth: basic,
      clientCertificate: certificates.client.certificate,
      clientKey: certificates.client.key,
    };
    const answers = [
      await create(settings),
      await readPrometheusServer(test.ctx, { name: 'main' }),
      await listPrometheusServers(test.ctx),
      await replace({ ...settings, headers: { 'x-a': 'b' } }),
    ];
    const row = JSON.stringify(await stored());
    const keyBody = certificates.client.key.split('\n')[1] ?? '';
    for (const text of [...answers.map((answer) => JSON.stringify(answer)), row]) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(keyBody);
    }
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain('v1.');
    expect(JSON.parse(row).sealedSecrets).toMatch(/^v1\./);
  });

  it('stay when they are left out, for the same host and kind of authentication', async () => {
    await create({ url: guarded.url, auth: basic, caCertificate: certificates.authority });
    const kept = { kind: 'basic', username: 'bench' };
    await replace({ url: guarded.url, auth: kept, caCertificate: certificates.authority, delayMs: 1000 });
    expect(await check()).toMatchObject({ reachable: true });
    await expect(replace({ url: 'https://evil.test/prom', auth: kept })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'auth.password' }],
    });
    await expect(replace({ url: guarded.url, auth: { kind: 'bearer' } })).rejects.toMatchObject({
      fields: [{ field: 'auth.token' }],
    });
    expect((await stored())?.authKind).toBe('basic');
    await replace({ url: guarded.url, auth: { kind: 'none' } });
    expect((await stored())?.sealedSecrets).toBeNull();
  });

  it('of a row that was copied into another are of no use there', async () => {
    await create({ url: 'http://127.0.0.1:1', auth: basic });
    const row = await stored();
    await createPrometheusServer(
      test.ctx,
      createPrometheusServerSchema.parse({ name: 'copy', url: 'http://127.0.0.1:1', auth: basic }),
    );
    const copy = await test.ctx.repos.prometheusServers.find('project1', 'copy');
    if (!row || !copy) throw new Error('not stored');
    await test.ctx.repos.prometheusServers.replace(
      { ...copy, sealedSecrets: row.sealedSecrets },
      copy.updatedAtMs,
    );
    await expect(checkPrometheusServer(test.ctx, { name: 'copy' })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('belongs to something else'),
    });
  });
});

describe('is refused', () => {
  it.each([
    ['a name that is taken', { url: 'http://a.test' }, 'conflict', 'name'],
    [
      'a bearer without a token',
      { name: 'b', url: 'http://a.test', auth: { kind: 'bearer' } },
      'invalid',
      'auth.token',
    ],
  ])('%s', async (_name, input, code, field) => {
    await create({ url: 'http://a.test' });
    await expect(create(input)).rejects.toMatchObject({ code, fields: [{ field }] });
  });

  it.each([
    [
      'an authority that is none',
      () => ({ caCertificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }),
      'caCertificate',
    ],
    [
      'a certificate without its key',
      () => ({ clientCertificate: certificates.client.certificate }),
      'clientKey',
    ],
    ['a key without a certificate', () => ({ clientKey: certificates.client.key }), 'clientCertificate'],
    [
      'the key of another certificate',
      () => ({ clientCertificate: certificates.client.certificate, clientKey: certificates.server.key }),
      'clientKey',
    ],
  ])('%s', async (_name, input, field) => {
    const attempt = create({ url: 'https://a.test', ...input() });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid', fields: [{ field }] });
    expect(await stored()).toBeNull();
  });

  it.each([
    ['url', { url: 'https://user:pass@prom.test' }],
    ['url', { url: 'ftp://prom.test' }],
    ['url', { url: 'https://prom.test/api/v1' }],
    ['url', { url: 'https://prom.test/?x=1' }],
    ['headers', { headers: { authorization: 'Bearer x' } }],
    ['headers', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['auth', { auth: { kind: 'bearer', token: 'two words' } }],
    ['auth', { auth: { kind: 'basic', username: 'a:b', password: 'x' } }],
    ['delayMs', { delayMs: -1 }],
  ])('a wrong %s %j', (field, changes) => {
    const parsed = createPrometheusServerSchema.safeParse({ name: 'a', url: 'http://a.test', ...changes });
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });
});

it('belongs to one project', async () => {
  await create({ url: 'http://a.test' });
  const other = test.as({ projectId: 'project2' });
  expect((await listPrometheusServers(other)).items).toEqual([]);
  for (const call of [readPrometheusServer, deletePrometheusServer, checkPrometheusServer])
    await expect(call(other, { name: 'main' })).rejects.toMatchObject({ code: 'not-found' });
  const source = { url: null, server: 'main' };
  await expect(openPrometheus({ ...other, prometheusUrl: null }, 'project2', source)).rejects.toMatchObject({
    code: 'not-found',
  });
});

it('a definition names it, and is launched only where there is one', async () => {
  const source = (text: string) =>
    JSON.stringify({
      apiVersion: 'proofload/v1',
      kind: 'Experiment',
      metadata: { name: 'named-server' },
      spec: {
        objective: 'x',
        workload: { executor: 'external' },
        sources: [
          { scrape: { url: 'http://a.test' } },
          { prometheus: { server: text, queries: { up: 'up' } } },
        ],
      },
    });
  const field = 'spec.sources[1].prometheus.server';
  const checked = await checkExperiment(test.ctx, { source: source('main') });
  expect(checked.errors).toEqual([]);
  expect(checked.warnings.join()).toContain(
    `${field}: expected the name of a Prometheus server of this project; it has none`,
  );
  await saveExperiment(test.ctx, { source: source('main') });
  const launch = () => launchSweep(test.ctx, { name: 'named-server', ...launchSweepSchema.parse({}) });
  await expect(launch()).rejects.toMatchObject({ code: 'invalid', fields: [{ field }] });
  await create({ url: 'http://a.test' });
  expect((await launch()).runs).toHaveLength(1);
});
