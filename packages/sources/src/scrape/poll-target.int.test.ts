import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { startTargetServer } from '@proofload/testkit';
import { afterEach, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { pollTarget, type ScrapeTarget } from './poll-target.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
}

/** Polls until so many scrapes have an answer or a failure. A busy machine only makes it slower. */
async function poll(url: string, scrapes: number, changes: Partial<ScrapeTarget> = {}) {
  const sink = new MemorySink();
  const ended = new AbortController();
  const polling = pollTarget({ name: 'target', url, everyMs: 700, keep: [], ...changes }, sink, {
    fetch,
    nowMs: Date.now,
    wait: async (ms, signal) => {
      await setTimeout(ms, undefined, { signal }).catch(() => undefined);
    },
    ended: ended.signal,
    signal: new AbortController().signal,
  });
  while (sink.figures('up').count < scrapes) await setTimeout(10);
  ended.abort();
  return { sink, result: await polling };
}

it('scrapes a target until the end, and once more', async () => {
  const target = await startTargetServer({ port: 0 });
  closers.push(() => target.stop());
  const { sink, result } = await poll(`${target.url}/metrics`, 4);
  expect(result.gaps).toEqual([]);
  expect(result.scrapes).toBeGreaterThanOrEqual(4);
  const up = sink.figures('up', { job: 'target', instance: new URL(target.url).host });
  expect(up).toMatchObject({ series: 1, count: result.scrapes, min: 1 });
  expect(sink.figures('target_pool_size').count).toBe(result.scrapes);
});

it('reports what failed as gaps, and goes on', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    if (requests === 2) response.writeHead(503).end('busy');
    else if (requests === 3) response.end('up{broken 1\n');
    else response.end('depth 5\n');
  });
  const { sink, result } = await poll(url, 5);
  expect(result.gaps).toHaveLength(1);
  expect(result.gaps[0]).toMatchObject({ attempts: 2, reason: expect.stringContaining('Line 1 is broken') });
  expect(sink.figures('up')).toMatchObject({ min: 0, max: 1, count: requests });
  expect(sink.figures('depth').count).toBe(requests - 2);
});

it('gives up on an answer that does not come, or is too slow', async () => {
  const url = await serve((_request, response) => {
    response.write('depth 5\n');
  });
  const { sink, result } = await poll(url, 2, { everyMs: 100 });
  expect(result.scrapes).toBe(0);
  expect(result.gaps[0]?.reason).toBe('it did not answer within 100 ms');
  expect(sink.figures('depth').series).toBe(0);
});

it('names the failure when nobody listens', async () => {
  const url = await serve(() => undefined);
  for (const close of closers.splice(0)) await close();
  const { result } = await poll(url, 1);
  expect(result.gaps[0]?.reason).toContain('ECONNREFUSED');
});

it('sends the credentials of the URL', async () => {
  const seen = new Set<string | undefined>();
  const url = await serve((request, response) => {
    seen.add(request.headers.authorization);
    response.end('depth 5\n');
  });
  await poll(url.replace('//', '//me:s%40cret@'), 1);
  expect([...seen]).toEqual([`Basic ${Buffer.from('me:s@cret').toString('base64')}`]);
});
