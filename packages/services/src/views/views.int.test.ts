import { saveViewSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { deleteView, listViews, readView, saveView } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const state = { path: '/runs', search: 'sort=-p95&filter=qps%3E100' };

it('gives the same state the same short address, which is listed nowhere', async () => {
  const first = await saveView(test.ctx, state);
  expect(first).toMatchObject({ name: null, ...state, url: expect.stringContaining(`/v/${first.id}`) });
  expect((await saveView(test.ctx, state)).id).toBe(first.id);
  expect((await saveView(test.ctx, { ...state, search: 'sort=name' })).id).not.toBe(first.id);
  expect(await readView(test.ctx, { id: first.id })).toEqual(first);
  expect((await listViews(test.ctx, {})).items).toEqual([]);
});

it('replaces the state of a name on its page alone, and keeps its id', async () => {
  const slow = await saveView(test.ctx, { ...state, name: 'Slow ones' });
  const again = await saveView(test.ctx, { ...state, name: 'Slow ones', search: 'sort=-p99' });
  expect(again).toMatchObject({ id: slow.id, search: 'sort=-p99' });
  await saveView(test.ctx, { path: '/compare', search: 'by=run', name: 'Slow ones' });
  const ofRuns = await listViews(test.ctx, { path: '/runs' });
  expect(ofRuns.items.map(({ name, path, search }) => [name, path, search])).toEqual([
    ['Slow ones', '/runs', 'sort=-p99'],
  ]);
  expect((await listViews(test.ctx, {})).items).toHaveLength(2);
  await deleteView(test.ctx, { id: slow.id });
  await expect(readView(test.ctx, { id: slow.id })).rejects.toMatchObject({ code: 'not-found' });
});

it('belongs to a project, and needs its scope', async () => {
  const { id } = await saveView(test.ctx, state);
  const stranger = { ...test.ctx, actor: { ...test.ctx.actor, projectId: 'elsewhere' } };
  await expect(readView(stranger, { id })).rejects.toMatchObject({ code: 'not-found' });
  await expect(deleteView(stranger, { id })).rejects.toMatchObject({ code: 'not-found' });
  const reader = { ...test.ctx, actor: { ...test.ctx.actor, scopes: new Set(['read'] as const) } };
  await expect(saveView(reader, state)).rejects.toMatchObject({ code: 'forbidden' });
});

it.each([
  { path: '//example.org', search: '' },
  { path: '/runs/../settings', search: '' },
  { path: 'https://example.org/runs', search: '' },
  { path: '/runs', search: 'a=1#b' },
  { path: '/runs', search: 'x'.repeat(32_769) },
  { path: '/runs', search: '', name: '  ' },
])('refuses what is no state of a page: %j', (input) => {
  expect(saveViewSchema.safeParse(input).success).toBe(false);
});
