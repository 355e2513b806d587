import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRepositories } from '@proofload/db';
import { createSealer, ensureSecretKey, readSecretKeys, type SecretKeyPlace } from '@proofload/services';
import { createTestDatabase, type TestDatabase } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replaceSecretKey } from './replace-secret-key.ts';

let database: TestDatabase;
let folder: string;
let place: SecretKeyPlace;
const binding = (rowId: string) => ({ table: 'PrometheusServer', projectId: 'p', rowId });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'proofload-key-'));
  place = { variable: null, path: join(folder, 'secret-key') };
  await database.prisma.project.create({ data: { id: 'p', name: 'p' } });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const sealed = async (): Promise<Map<string, string>> =>
  new Map(
    (await database.prisma.prometheusServer.findMany()).map((row) => [row.id, row.sealedSecrets ?? '']),
  );

it('makes a key that only its owner reads, once', async () => {
  await ensureSecretKey(place);
  const text = await readFile(place.path, 'utf8');
  await ensureSecretKey(place);
  expect(await readFile(place.path, 'utf8')).toBe(text);
  expect((await stat(place.path)).mode & 0o777).toBe(0o600);
});

it('seals all secrets of all projects with a new key, and forgets the old one', async () => {
  const sealer = createSealer(() => readSecretKeys(place));
  const oldKey = (await readFile(place.path, 'utf8')).trim();
  const { prometheusServers } = createRepositories(database.prisma);
  for (let index = 0; index < 205; index++) {
    const id = `row${index}`;
    await prometheusServers.insert({
      id,
      projectId: 'p',
      name: id,
      url: 'http://prom',
      headers: {},
      authKind: 'bearer',
      username: null,
      caCertificate: null,
      clientCertificate: null,
      delayMs: null,
      sealedSecrets: index === 0 ? null : await sealer.seal(`secret ${index}`, binding(id)),
      createdAtMs: 0,
      updatedAtMs: 0,
      updatedBy: 'test',
    });
  }
  const before = await sealed();
  expect(await replaceSecretKey(database.connectionString, place, 0)).toContain('All 204 stored secrets');
  const after = await sealed();
  expect([...after].filter(([id, text]) => text === before.get(id)).map(([id]) => id)).toEqual(['row0']);
  for (const index of [1, 100, 204])
    expect(await sealer.open(after.get(`row${index}`) ?? '', binding(`row${index}`))).toBe(`secret ${index}`);
  const newKey = (await readFile(place.path, 'utf8')).trim();
  expect(newKey).not.toContain(oldKey);
  expect((await stat(place.path)).mode & 0o777).toBe(0o600);
  const old = createSealer(() => readSecretKeys({ variable: oldKey, path: '' }));
  await expect(old.open(after.get('row1') ?? '', binding('row1'))).rejects.toThrow('is not among');
});

it('covers the credentials of clusters', async () => {
  const { clusters } = createRepositories(database.prisma);
  const ofCluster = { table: 'Cluster', projectId: 'p', rowId: 'cluster1' };
  const sealer = createSealer(() => readSecretKeys(place));
  const sealedSecrets = await sealer.seal('token of a cluster', ofCluster);
  await clusters.insert({
    id: 'cluster1',
    projectId: 'p',
    name: 'bed',
    server: 'https://10.0.0.1',
    context: null,
    namespace: 'default',
    authKind: 'token',
    caCertificate: null,
    insecureSkipTlsVerify: false,
    tlsServerName: null,
    proxyUrl: null,
    prometheusServer: null,
    maxConcurrentRuns: 1,
    maxObjects: 500,
    sealedSecrets,
    createdAtMs: 0,
    updatedAtMs: 0,
    updatedBy: 'test',
  });
  await replaceSecretKey(database.connectionString, place, 0);
  const { sealedSecrets: anew } = (await clusters.find('p', 'bed')) ?? {};
  expect(anew).not.toBe(sealedSecrets);
  expect(await sealer.open(anew ?? '', ofCluster)).toBe('token of a cluster');
});

it('takes keys of the environment as they are', async () => {
  const key = (await readFile(place.path, 'utf8')).trim();
  const fresh = Buffer.alloc(32, 3).toString('base64');
  const variable = `${fresh},${key}`;
  await replaceSecretKey(database.connectionString, { variable, path: place.path });
  const sealer = createSealer(() => readSecretKeys({ variable: fresh, path: '' }));
  expect(await sealer.open((await sealed()).get('row1') ?? '', binding('row1'))).toBe('secret 1');
});

it('changes nothing when a secret cannot be opened, and says which key is missing', async () => {
  await writeFile(place.path, `${Buffer.alloc(32, 9).toString('base64')}\n`);
  const before = await sealed();
  await expect(replaceSecretKey(database.connectionString, place, 0)).rejects.toThrow(
    /its key \w+ is not among/,
  );
  expect(await sealed()).toEqual(before);
});
