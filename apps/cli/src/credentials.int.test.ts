import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServer, normaliseUrl, saveCredentials } from './credentials.ts';
import type { CommandEnv } from './env.ts';

describe('findServer', () => {
  let dir: string;
  let env: CommandEnv;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'proofload-cli-'));
    env = {
      url: null,
      token: null,
      dataDir: dir,
      credentialsPath: join(dir, 'config/credentials.json'),
      isCi: false,
    };
  });
  afterEach(() => rm(dir, { recursive: true }));

  it('falls back to the admin token of a Proofload on this machine', async () => {
    await writeFile(join(dir, 'admin-token'), 'pl_admin\n');
    expect(await findServer({}, env)).toEqual({ url: 'http://127.0.0.1:3000', token: 'pl_admin' });
  });

  it('never sends the admin token to another host', async () => {
    await writeFile(join(dir, 'admin-token'), 'pl_admin\n');
    await expect(findServer({ url: 'https://lab.example' }, env)).rejects.toThrow(
      'There is no token for https://lab.example',
    );
  });

  it('remembers a login, readable by the user alone', async () => {
    await saveCredentials(env.credentialsPath, { url: 'https://lab.example', token: 'pl_kept' });
    expect(await findServer({}, env)).toEqual({ url: 'https://lab.example', token: 'pl_kept' });
    expect((await stat(env.credentialsPath)).mode & 0o777).toBe(0o600);
  });

  it('prefers what is given, then the environment, then the login', async () => {
    await saveCredentials(env.credentialsPath, { url: 'https://lab.example', token: 'pl_kept' });
    const surroundings = { ...env, url: 'https://ci.example/', token: 'pl_env' };
    expect(await findServer({}, surroundings)).toEqual({ url: 'https://ci.example', token: 'pl_env' });
    expect(await findServer({ token: 'pl_given' }, surroundings)).toEqual({
      url: 'https://ci.example',
      token: 'pl_given',
    });
  });

  it('says what to do about a broken file', async () => {
    await saveCredentials(env.credentialsPath, { url: 'https://lab.example', token: 'pl_kept' });
    await writeFile(env.credentialsPath, '{');
    await expect(findServer({}, env)).rejects.toThrow('delete it and log in again');
  });
});

it.each(['lab.example', 'ftp://lab.example', ''])('normaliseUrl refuses %j', (text) => {
  expect(() => normaliseUrl(text)).toThrow('--url: expected an http or https address');
});
