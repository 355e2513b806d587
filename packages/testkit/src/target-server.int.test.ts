import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTargetServer, type TargetServer } from './target-server.ts';

describe('startTargetServer', () => {
  let target: TargetServer;
  beforeAll(async () => {
    target = await startTargetServer({ parallelMs: 8, serialMs: 2, maxQueue: 4 });
  });
  afterAll(() => target.stop());

  it('does the work and reports it per worker', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => fetch(`${target.url}/work?pool=3`)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const text = await (await fetch(`${target.url}/metrics`)).text();
    for (const worker of [1, 2, 3]) expect(text).toContain(`target_requests_total{worker="${worker}"} 1\n`);
    expect(text).toContain('# TYPE target_busy_seconds_total counter\n');
    expect(text).toContain('target_pool_size 3\n');
  });

  it.each([
    ['/work?pool=0', 400],
    ['/work?pool=65', 400],
    ['/work?pool=x', 400],
    ['/nowhere', 404],
  ])('refuses %s with %i', async (path, status) => {
    const answer = await fetch(`${target.url}${path}`);
    expect(answer.status).toBe(status);
    await answer.text();
  });

  it('answers 503 past its queue', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await fetch(`${target.url}/work?pool=1`)).status),
    );
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('finishes what is at work when it stops', async () => {
    const own = await startTargetServer({ parallelMs: 60, serialMs: 2 });
    const atWork = fetch(`${own.url}/work?pool=1`);
    const busy = async () =>
      (await (await fetch(`${own.url}/metrics`)).text()).includes('target_worker_busy{worker="1"} 1');
    await expect.poll(busy).toBe(true);
    await own.stop();
    expect((await atWork).status).toBe(200);
    await expect(fetch(`${own.url}/healthz`)).rejects.toThrow();
  });
});
