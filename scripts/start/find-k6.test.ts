import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { K6Fetch } from './download-k6.ts';
import { findK6 } from './find-k6.ts';

let dir: string;
let told: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-k6-'));
  told = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function writeProgram(path: string, says: string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  return path;
}

const refuse = (reason: string) => async (): Promise<void> => {
  throw new Error(reason);
};

const find = (options: {
  named?: string;
  fetchers?: ((fetch: K6Fetch) => Promise<void>)[];
}): Promise<string | null> =>
  findK6({
    dataDir: join(dir, 'data'),
    named: options.named ?? null,
    env: { PATH: [join(dir, 'a'), join(dir, 'b')].join(':') },
    signal: new AbortController().signal,
    tell: (sentence) => told.push(sentence),
    fetchers: options.fetchers ?? [],
  });

describe('findK6', () => {
  it('takes the first on PATH that answers as k6 does', async () => {
    await writeProgram(join(dir, 'a/k6'), 'keyboard with six keys');
    const expected = await writeProgram(join(dir, 'b/k6'), 'k6 v1.8.1 (go1.26, linux/amd64)');
    await writeProgram(join(dir, 'data/bin/k6'), 'k6 v1.0.0');
    expect(await find({})).toBe(expected);
    expect(told).toEqual([]);
  });

  it('takes the one fetched by an earlier start', async () => {
    const kept = await writeProgram(join(dir, 'data/bin/k6'), 'k6 v1.8.1');
    expect(await find({ fetchers: [refuse('not to be fetched')] })).toBe(kept);
  });

  it('fetches one when there is none, with the next way when the first fails', async () => {
    const build = async ({ binDir, version }: K6Fetch): Promise<void> => {
      await writeProgram(join(binDir, 'k6'), `k6 ${version}`);
    };
    expect(await find({ fetchers: [refuse('github.com is not reached'), build] })).toBe(
      join(dir, 'data/bin/k6'),
    );
    expect(told).toEqual(['There is no k6 on PATH: fetching one']);
  });

  it('goes on without one, and says why in one sentence', async () => {
    const fetchers = [refuse('github.com is not reached'), refuse('Go is not installed')];
    expect(await find({ fetchers })).toBeNull();
    expect(told[1]).toBe(
      'k6 was not found and could not be fetched (github.com is not reached; Go is not installed): experiments that run k6 on this machine are off until k6 is on PATH and Proofload is started again',
    );
  });

  it('refuses a named one that is not k6', async () => {
    const other = await writeProgram(join(dir, 'other'), 'hello');
    await expect(find({ named: other })).rejects.toThrow(
      `PROOFLOAD_K6 names ${other}, which does not answer`,
    );
    await expect(find({ named: join(dir, 'missing') })).rejects.toThrow('PROOFLOAD_K6 names');
    const named = await writeProgram(join(dir, 'good'), 'k6 v1.2.3');
    expect(await find({ named })).toBe(named);
  });
});
