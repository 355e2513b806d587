import { createPrometheusServerSchema } from '@proofload/contracts';
import { type RealPrometheus, startPrometheus } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../fixtures/test-context.ts';
import { createPrometheusServer } from '../prometheus-servers/index.ts';
import { createPrometheusAsker } from './create-prometheus-asker.ts';

let test: TestContext;
let prometheus: RealPrometheus;
beforeAll(async () => {
  [test, prometheus] = await Promise.all([createTestContext(), startPrometheus({ scrapesItself: true })]);
  await prometheus.waitFor('up == 1');
});
afterAll(async () => {
  await prometheus?.stop();
  await test?.close();
});

const askerOf = (prometheusUrl: string | null) =>
  createPrometheusAsker({ ...test.ctx, prometheusUrl }, test.ctx.actor.projectId, null);

it('gives the values of an expression at a time, and nothing for a comparison that does not hold', async () => {
  const { ask, close } = askerOf(prometheus.url);
  const now = { atMs: Date.now() };
  expect(await ask('up', now)).toEqual([1]);
  expect(await ask('up > 1', now)).toEqual([]);
  expect(await ask('vector(-1) / 0', now)).toEqual([Number.NEGATIVE_INFINITY]);
  expect(await ask('vector(0) / 0', now)).toEqual([Number.NaN]);
  expect(await ask('up', { atMs: Date.now() - 3_600_000 })).toEqual([]);
  await close();
});

it('asks the server of the project that is named', async () => {
  const server = createPrometheusServerSchema.parse({ name: 'named', url: prometheus.url });
  await createPrometheusServer(test.ctx, server);
  const { ask, close } = askerOf(null);
  expect(await ask('vector(3)', { atMs: Date.now(), server: 'named' })).toEqual([3]);
  await expect(ask('up', { atMs: Date.now(), server: 'other' })).rejects.toMatchObject({ code: 'not-found' });
  await close();
});

it('tells a query that is refused from a server that is away', async () => {
  const { ask, close } = askerOf(prometheus.url);
  await expect(ask('sum(', { atMs: Date.now() })).rejects.toMatchObject({ code: 'invalid' });
  await prometheus.stop();
  await expect(ask('up', { atMs: Date.now() })).rejects.toMatchObject({ code: 'unavailable' });
  await close();
});
