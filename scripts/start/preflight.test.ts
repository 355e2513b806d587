import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensurePortFree, ensureWritable, lockDataFolder, parsePort } from './preflight.mjs';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'proofload-preflight-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('parsePort', () => {
  it.each([
    [undefined, 3000],
    ['', 3000],
    ['3100', 3100],
  ])('%s is %s', (text, port) => {
    expect(parsePort(text)).toBe(port);
  });

  it.each(['0', '65536', '3000.5', 'http', '-1'])('refuses %s and says what was expected', (text) => {
    expect(() => parsePort(text)).toThrow(`PORT: expected a whole number from 1 to 65535, got "${text}"`);
  });
});

describe('ensureWritable', () => {
  it('makes the folder and leaves nothing in it', async () => {
    ensureWritable(join(dir, 'a/b'));
    expect(await readdir(join(dir, 'a/b'))).toEqual([]);
  });

  it('says in one sentence that a folder cannot be written', async () => {
    await writeFile(join(dir, 'file'), '');
    const sentence = `The data folder ${join(dir, 'file/data')} cannot be written (ENOTDIR): set PROOFLOAD_DATA to a folder that can be`;
    expect(() => ensureWritable(join(dir, 'file/data'))).toThrow(sentence);
    // Where the system makes no folders at all.
    expect(() => ensureWritable('/proc/nope/data')).toThrow('/proc/nope/data cannot be written (ENOENT)');
  });
});

describe('ensurePortFree', () => {
  const listen = (server: Server): Promise<number> =>
    new Promise((settle) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        settle(typeof address === 'object' && address ? address.port : 0);
      });
    });

  it('names the port in use, and passes when it is free again', async () => {
    const server = createServer();
    const port = await listen(server);
    await expect(ensurePortFree(port, '127.0.0.1')).rejects.toThrow(
      `Port ${port} is in use by another program`,
    );
    await new Promise((settle) => server.close(settle));
    await expect(ensurePortFree(port, '127.0.0.1')).resolves.toBeUndefined();
  });

  it('names an address that this machine has not', async () => {
    await expect(ensurePortFree(3199, '192.0.2.1')).rejects.toThrow('Nothing can listen on 192.0.2.1:3199');
  });
});

describe('lockDataFolder', () => {
  const url = 'http://127.0.0.1:3000';

  it('lets one in, tells the second where the first is, and lets the next in after it', async () => {
    const release = await lockDataFolder(dir, url);
    expect((await stat(join(dir, 'proofload.lock'))).mode & 0o777).toBe(0o600);
    await expect(lockDataFolder(dir, url)).rejects.toThrow(
      `Proofload is already running on ${dir} at ${url}`,
    );
    release();
    expect(await readdir(dir)).toEqual([]);
    (await lockDataFolder(dir, url))();
  });

  it('takes over a lock whose holder crashed, also when its port and process id are in use again', async () => {
    const other = createServer((socket) => socket.end('something else'));
    await new Promise<void>((settle) => other.listen(0, '127.0.0.1', settle));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await writeFile(
      join(dir, 'proofload.lock'),
      JSON.stringify({ pid: process.pid, port, secret: 'gone', url }),
    );
    const release = await lockDataFolder(dir, url);
    release();
    await new Promise((settle) => other.close(settle));
  });

  it.each(['', '{"pid":', '{}'])('takes over a lock that says %j', async (text) => {
    await writeFile(join(dir, 'proofload.lock'), text);
    (await lockDataFolder(dir, url))();
  });
});
