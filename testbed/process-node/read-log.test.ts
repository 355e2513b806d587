import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLog, readLogRequest } from './read-log.ts';

let dir: string;
let path: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-log-'));
  path = join(dir, 'log');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const line = (second: number, text: string): string => `2026-01-01T00:00:0${second}.000Z ${text}\n`;
const whole = [line(1, 'one'), line(2, 'two ü'), line(3, 'three')].join('');
const now = new Date('2026-01-01T00:00:04Z');

async function read(query: string, isEnded = () => true): Promise<string> {
  const request = readLogRequest(new URLSearchParams(query), now);
  let said = '';
  for await (const piece of readLog(path, request, isEnded, new AbortController().signal)) said += piece;
  return said;
}

it.each([
  ['', 'one\ntwo ü\nthree\n'],
  ['timestamps=true&tailLines=1', line(3, 'three')],
  ['tailLines=2', 'two ü\nthree\n'],
  ['tailLines=0', ''],
  ['limitBytes=6', 'one\ntw'],
  ['sinceSeconds=2', 'two ü\nthree\n'],
  ['sinceTime=2026-01-01T00:00:03Z', 'three\n'],
])('readLog gives what %j asks for', async (query, expected) => {
  await writeFile(path, whole);
  expect(await read(query)).toBe(expected);
});

it('follows a log until its container has ended, also through a half-written line', async () => {
  await writeFile(path, whole);
  let isEnded = false;
  const followed = read('follow=true&tailLines=1', () => isEnded);
  await appendFile(path, line(4, 'fo').slice(0, -1));
  await appendFile(path, 'ur\n');
  isEnded = true;
  expect(await followed).toBe('three\nfour\n');
});

it('names what it cannot read', () => {
  expect(() => readLogRequest(new URLSearchParams('tailLines=-1'), now)).toThrow(
    'tailLines: expected a whole number',
  );
});
