import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ArtifactStore, createDirectoryStore } from './directory-store.ts';

let root: string;
let store: ArtifactStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'artifacts-'));
  store = createDirectoryStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function* bytes(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function read(key: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await store.open(key)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('gives back what was stored, with its size and digest', async () => {
  const stored = await store.put('runs/r1/log.txt', bytes('one ', 'two'), { maxBytes: 100 });
  expect(stored.size).toBe(7);
  expect(stored.sha256).toBe('8ab63e29a4ba14e4e1688f9c15e5af90895421358c945b0431f85d66977bd3d2');
  expect(await read('runs/r1/log.txt')).toBe('one two');
});

it('replaces the content of a key', async () => {
  await store.put('a', bytes('old'), { maxBytes: 10 });
  await store.put('a', bytes('new'), { maxBytes: 10 });
  expect(await read('a')).toBe('new');
});

it('leaves nothing behind when the content is too large or breaks off', async () => {
  await expect(store.put('a', bytes('12345', '67890'), { maxBytes: 8 })).rejects.toMatchObject({
    code: 'too-large',
  });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('some');
    throw new Error('connection lost');
  }
  await expect(store.put('b', broken(), { maxBytes: 100 })).rejects.toThrow('connection lost');
  expect(await readdir(root)).toEqual([]);
});

it.each(['../secret', '/etc/passwd', 'a/../b', '', 'a//b', '.hidden', 'a\0b'])(
  'refuses the key %j',
  async (key) => {
    await expect(store.open(key)).rejects.toMatchObject({ code: 'invalid' });
  },
);

it('leaves no empty folder behind, and none that is in use is touched', async () => {
  await store.put('p1/runs/r1/a', bytes('x'), { maxBytes: 10 });
  await store.put('p1/runs/r1/b', bytes('x'), { maxBytes: 10 });
  await store.put('p2/runs/r2/a', bytes('x'), { maxBytes: 10 });
  await store.remove('p1/runs/r1/a');
  expect(await read('p1/runs/r1/b')).toBe('x');
  await store.remove('p1/runs/r1/b');
  expect(await readdir(root)).toEqual(['p2']);
  await store.remove('p2');
  expect(await readdir(root)).toEqual([]);
});

it('stores and removes side by side in folders that come and go', async () => {
  const busy = Array.from({ length: 8 }, async (_, worker) => {
    for (let round = 0; round < 50; round++) {
      const key = `p1/runs/r${round % 3}/file${worker}`;
      await store.put(key, bytes(`${round}`), { maxBytes: 10 });
      expect(await read(key)).toBe(`${round}`);
      await store.remove(key);
    }
  });
  await Promise.all(busy);
  expect(await readdir(root)).toEqual([]);
});

it('removes a key with everything below it', async () => {
  await store.put('runs/r1/a', bytes('x'), { maxBytes: 10 });
  await store.remove('runs/r1');
  await store.remove('runs/r1');
  await expect(store.open('runs/r1/a')).rejects.toMatchObject({ code: 'not-found' });
});
