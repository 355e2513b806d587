import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';
import { readLines } from './json-lines.ts';
import { normaliseTime } from './pod-log.ts';
import { pathOf } from './resource.ts';

async function linesOf(chunks: string[], maxLineBytes = 100): Promise<string[]> {
  const stream = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const lines: string[] = [];
  for await (const line of readLines(stream, maxLineBytes)) lines.push(line.toString());
  return lines;
}

it('reads lines over the bounds of chunks, and not the last when it was cut', async () => {
  expect(await linesOf(['a', 'b\nc\n', '\nd', 'e'])).toEqual(['ab', 'c', '']);
  await expect(linesOf(['x'.repeat(60), 'x'.repeat(60)])).rejects.toThrow('a line of more than 100 bytes');
});

it('waits longer each time, up to 10 s', () => {
  expect([1, 2, 3, 6, 7, 50].map((failures) => backoffMs(failures, 1))).toEqual([
    250, 500, 1000, 8000, 10_000, 10_000,
  ]);
  expect(backoffMs(1, 0)).toBe(125);
});

it('makes times of logs sort as text', () => {
  expect(normaliseTime('2026-11-21T10:00:00Z')).toBe('2026-11-21T10:00:00.000000000Z');
  expect(normaliseTime('2026-11-21T10:00:00.12Z')).toBe('2026-11-21T10:00:00.120000000Z');
  expect(normaliseTime('2026-11-21T12:00:00.5+02:00')).toBe('2026-11-21T10:00:00.500000000Z');
});

const jobs = { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', isNamespaced: true, verbs: [] };
it('makes paths that lead nowhere else', () => {
  expect(pathOf(jobs, 'bench', 'load')).toBe('/apis/batch/v1/namespaces/bench/jobs/load');
  expect(pathOf(jobs, null)).toBe('/apis/batch/v1/jobs');
  expect(pathOf({ ...jobs, group: '', plural: 'pods' }, 'bench')).toBe('/api/v1/namespaces/bench/pods');
  for (const name of ['', '.', '..', 'a/b', 'a%2fb']) {
    expect(() => pathOf(jobs, 'bench', name)).toThrow('metadata.name: expected a name');
    expect(() => pathOf(jobs, name, 'load')).toThrow('metadata.namespace: expected a name');
  }
  expect(pathOf(jobs, 'bench', 'system:a?b')).toBe('/apis/batch/v1/namespaces/bench/jobs/system%3Aa%3Fb');
});
