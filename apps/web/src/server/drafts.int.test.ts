import { createHash } from 'node:crypto';
import { draftEvaluationSchema, draftSchema, reportSchema } from '@proofload/contracts';
import { canonicalJson } from '@proofload/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6Ndjson } from './fixtures/k6-ndjson.ts';
import { testDefinition } from './fixtures/test-definition.ts';
import { type CallOptions, createTestInstance, type TestInstance } from './fixtures/test-instance.ts';

let instance: TestInstance;

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options: CallOptions = {}) {
  const response = await instance.api(method, path, { token: instance.admin, ...options });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(300);
  return text === '' ? undefined : JSON.parse(text);
}

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
  }
});
afterAll(() => instance.close());

describe('a draft over REST', () => {
  const source = `# Twice the workers

They serve {{ ratio(throughput{workers=2}, throughput{workers=1}) }} as much[^1], see \`{{ code }}\`.

- [x] one run each

[^1]: From {{ count(runs{experiment="pool-size"}) }} runs.

\`\`\`claim
{claim: Twice as much, expression: "ratio(throughput{workers=2}, throughput{workers=1})", expected: 2x}
\`\`\`

\`\`\`proofload
{view: response-curve, experiment: pool-size, measurements: throughput}
\`\`\`
`;

  it('is saved, evaluated, frozen and read by anybody', async () => {
    const saved = draftSchema.parse(await send('PUT', '/drafts/workers', { json: { source } }));
    expect(saved).toMatchObject({ title: 'Twice the workers', revision: 1 });
    const evaluation = draftEvaluationSchema.parse(await send('GET', '/drafts/workers/evaluation'));
    expect(evaluation.numbers.map(({ result }) => result.text)).toEqual(['1.99x', '2']);
    expect(evaluation.numbers[0]?.result.notes).toEqual(['not assessable at n=1']);
    expect(evaluation.summary.said).toBe('The claim holds');
    expect(evaluation.views[0]?.curves?.[0]?.points.map(({ level }) => level)).toEqual(['1', '2']);
    const markdown = await instance.api('GET', '/drafts/workers/markdown', { token: instance.admin });
    expect(markdown.headers.get('content-disposition')).toContain('workers.md');
    const text = await markdown.text();
    expect(text).toContain('They serve 1.99x as much[^1], see `{{ code }}`.');
    expect(text).toContain('> **Holds:** Twice as much');
    expect(text).toContain('| workers | throughput |');
    const frozen = await send('POST', '/drafts/workers/freeze', { json: { visibility: 'link' } });
    await send('DELETE', '/drafts/workers');
    const response = await instance.api('GET', `/reports/${frozen.id}`);
    expect(response.status).toBe(200);
    const { note, snapshot, title, digest } = reportSchema.parse(await response.json());
    const content = canonicalJson({ note, snapshot, title });
    expect(createHash('sha256').update(content).digest('hex')).toBe(digest);
    expect(snapshot.version === 2 && snapshot.evaluation.numbers[0]?.result.text).toBe('1.99x');
  });

  it.each([
    ['PUT', '/drafts/new', 422],
    ['PUT', '/drafts/Upper', 422],
    ['GET', '/drafts/nothing', 404],
    ['GET', '/drafts/nothing/evaluation', 404],
    ['POST', '/drafts/nothing/freeze', 404],
    ['DELETE', '/drafts/nothing', 404],
  ] as const)('%s %s answers %i', async (method, path, status) => {
    const json = method === 'PUT' ? { json: { source: '# A' } } : {};
    const response = await instance.api(method, path, { token: instance.admin, ...json });
    expect(response.status).toBe(status);
  });
});
