import { gzipSync } from 'node:zlib';
import { type Bundle, bundleSchema, importedReportSchema, reportSchema } from '@proofload/contracts';
import { canonicalJson } from '@proofload/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDefinition } from './fixtures/test-definition.ts';
import { createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

let instance: TestInstance;
let reportId: string;
let run: string;
let elsewhere: string;

const post = async (path: string, body: unknown, token = instance.admin) => {
  const response = await instance.api('POST', path, { token, json: body });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return response.json();
};
const importText = (body: string | Uint8Array<ArrayBuffer>, token = elsewhere) =>
  instance.api('POST', '/bundles', { token, body, headers: { 'content-type': 'application/json' } });
/** @param token of nobody when null */
const download = async (path: string, token: string | null = instance.admin): Promise<string> => {
  const response = await instance.api('GET', path, token === null ? {} : { token });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.text();
};

beforeAll(async () => {
  instance = await createTestInstance();
  elsewhere = await instance.tokenWith(['admin'], 'elsewhere');
  const headers = { 'content-type': 'application/yaml' };
  await instance.api('POST', '/experiments', { token: instance.admin, body: testDefinition, headers });
  run = (await post('/runs', { experiment: 'pool-size', params: { workers: 1 } })).id;
  await post(`/runs/${run}/finish`, {});
  const view = { compare: { experiment: 'pool-size' } };
  reportId = (await post('/reports', { title: 'Pool size', note: 'As it was', visibility: 'link', view })).id;
});
afterAll(() => instance.close());

describe('a bundle', () => {
  it('brings a report to another project, which says where it came from', async () => {
    const text = await download(`/reports/${reportId}/bundle`);
    const bundle = bundleSchema.parse(JSON.parse(text));
    expect(bundle.runs.map(({ id }) => id)).toEqual([run]);
    const imported = importedReportSchema.parse(await (await importText(text)).json());
    expect(imported).toMatchObject({
      title: 'Pool size',
      visibility: 'private',
      digest: bundle.report.digest,
      createdAt: bundle.report.createdAt,
      unchanged: false,
      imported: { from: bundle.exportedFrom, exportedAt: bundle.exportedAt },
    });
    expect(imported.id).not.toBe(reportId);
    const read = await instance.api('GET', `/reports/${imported.id}`, { token: elsewhere });
    expect(reportSchema.parse(await read.json()).snapshot).toEqual(bundle.report.snapshot);
    // And on from there, with the runs as the first instance had them.
    const again = bundleSchema.parse(JSON.parse(await download(`/reports/${imported.id}/bundle`, elsewhere)));
    expect(again.runs).toEqual(bundle.runs);
    expect(again.report.digest).toBe(bundle.report.digest);
  });

  it('is imported once, packed or not, whoever is faster', async () => {
    const text = await download(`/reports/${reportId}/bundle`);
    const third = await instance.tokenWith(['launch', 'read'], 'third');
    const answers = await Promise.all([
      importText(text, third),
      importText(new Uint8Array(gzipSync(text)), third),
    ]);
    const found = await Promise.all(
      answers.map(async (answer) => importedReportSchema.parse(await answer.json())),
    );
    expect(new Set(found.map(({ id }) => id)).size).toBe(1);
    expect(found.map(({ unchanged }) => unchanged).sort()).toEqual([false, true]);
    // The project that froze it has it already.
    const own = importedReportSchema.parse(await (await importText(text, instance.admin)).json());
    expect(own).toMatchObject({ id: reportId, unchanged: true, imported: null });
  });

  it('of a draft is a report of what it says now', async () => {
    const source = '# Pools\n\nThere is {{ count(runs{experiment="pool-size"}) }}.\n';
    const saved = await instance.api('PUT', '/drafts/pools', { token: instance.admin, json: { source } });
    expect(saved.status).toBeLessThan(300);
    const text = await download('/drafts/pools/bundle');
    const imported = importedReportSchema.parse(await (await importText(text)).json());
    expect(imported).toMatchObject({ title: 'Pools', runs: 1 });
  });

  it('has no runs for those who only have the link', async () => {
    const text = await download(`/reports/${reportId}/bundle`, null);
    expect(bundleSchema.parse(JSON.parse(text)).runs).toEqual([]);
    await instance.api('PATCH', `/reports/${reportId}`, {
      token: instance.admin,
      json: { visibility: 'private' },
    });
    expect((await instance.api('GET', `/reports/${reportId}/bundle`, {})).status).toBe(404);
  });
});

describe('what is no bundle', () => {
  const changed = async (change: (bundle: Bundle) => unknown): Promise<string> => {
    const bundle = JSON.parse(await download(`/reports/${reportId}/bundle`)) as Bundle;
    return canonicalJson(change(bundle));
  };
  const refusals: [string, number, string, () => Promise<string> | string][] = [
    ['no JSON', 422, 'expected JSON', () => 'bundle'],
    ['another format', 422, 'format', () => changed((bundle) => ({ ...bundle, format: 'zip' }))],
    ['a later version', 422, 'version', () => changed((bundle) => ({ ...bundle, version: 2 }))],
    [
      'a changed title',
      422,
      'changed after it was exported',
      () => changed((bundle) => ({ ...bundle, report: { ...bundle.report, title: 'Better' } })),
    ],
    ['too deep', 422, 'within one another', () => `${'['.repeat(100_000)}`],
    ['a broken archive', 422, 'gzip that is whole', () => '\u001f\u008b'],
  ];
  it.each(refusals)('%s is refused in words, and nothing is stored', async (_name, status, words, make) => {
    const made = await make();
    const body = made.startsWith('\u001f') ? new Uint8Array([0x1f, 0x8b, 8, 0]) : made;
    const before = await (await instance.api('GET', '/reports', { token: elsewhere })).json();
    const response = await importText(body);
    expect(response.status).toBe(status);
    expect(JSON.stringify(await response.json())).toContain(words);
    expect(await (await instance.api('GET', '/reports', { token: elsewhere })).json()).toEqual(before);
  });

  it('a report whose digest was changed along with it is refused too', async () => {
    const { digestBundle } = await import('../../../../packages/services/src/bundles/bundle-file.ts');
    const text = await changed((bundle) => {
      const report = { ...bundle.report, title: 'Better' };
      return { ...bundle, report, digest: digestBundle({ ...bundle, report }) };
    });
    const response = await importText(text);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain('report.digest');
  });

  it('too much is refused, packed or not', async () => {
    const much = new Uint8Array(48 * 1024 * 1024 + 1).fill(32);
    expect((await importText(much)).status).toBe(413);
    expect((await importText(new Uint8Array(gzipSync(much)))).status).toBe(413);
  });
});
