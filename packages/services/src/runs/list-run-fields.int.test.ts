import { finishRunSchema } from '@proofload/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { finishRun, listRunFields, openRun, reportMeasurements } from './index.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const open = (params: Record<string, string | number>, labels: Record<string, string> = {}) =>
  openRun(test.ctx, { params, labels });

it('lists nothing where there is no run', async () => {
  expect(await listRunFields(test.ctx)).toEqual({ items: [], isCut: false });
});

it('lists parameters, measurements and labels by name, each once, with the texts that they had', async () => {
  const { id } = await open({ workers: 2, mode: 'greedy' }, { branch: 'main' });
  await reportMeasurements(test.ctx, { id, measurements: { p95: '20 ms' } });
  await finishRun(test.ctx, { id, ...finishRunSchema.parse({}) });
  await open({ workers: 'many', mode: 'fast' }, { branch: 'main', workers: 'no' });
  expect(await listRunFields(test.ctx)).toEqual({
    items: [
      { kind: 'label', name: 'branch', values: ['main'] },
      { kind: 'param', name: 'mode', values: ['fast', 'greedy'] },
      { kind: 'measurement', name: 'p95', values: [] },
      { kind: 'label', name: 'workers', values: ['no'] },
      { kind: 'param', name: 'workers', values: ['many'] },
    ],
    isCut: false,
  });
  const stranger = { ...test.ctx, actor: { ...test.ctx.actor, projectId: 'elsewhere' } };
  expect((await listRunFields(stranger)).items).toEqual([]);
});

it('lists at most thirty texts of a name, however many there are', async () => {
  for (let index = 0; index < 35; index++) await open({ revision: `r${String(index).padStart(3, '0')}` });
  const { items } = await listRunFields(test.ctx);
  const values = items.find(({ name }) => name === 'revision')?.values ?? [];
  expect([values.length, values[0], values.at(-1)]).toEqual([30, 'r000', 'r029']);
});
