import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError } from './command-error.ts';
import type { CommandEnv } from './env.ts';

export const defaultUrl = 'http://127.0.0.1:3000';

const credentialsSchema = z.strictObject({
  version: z.literal(1),
  /** Address of the server that was logged in to last. */
  current: z.string(),
  tokens: z.record(z.string(), z.string()),
});
type Credentials = z.infer<typeof credentialsSchema>;

export interface Server {
  url: string;
  token: string;
}

/**
 * The server to talk to and the token for it. The address: `--url`, PROOFLOAD_URL, the last login, the default one.
 * The token: `--token`, PROOFLOAD_TOKEN, what a login kept for that address, or the admin token of a Proofload on
 * this machine, which is never sent anywhere else.
 */
export async function findServer(given: { url?: string; token?: string }, env: CommandEnv): Promise<Server> {
  const saved = await readCredentials(env.credentialsPath);
  const url = normaliseUrl(given.url ?? env.url ?? saved?.current ?? defaultUrl);
  const token = given.token ?? env.token ?? saved?.tokens[url] ?? (await readAdminToken(url, env.dataDir));
  if (token === null) {
    throw new CommandError(
      `There is no token for ${url}: pass --token, set PROOFLOAD_TOKEN, or run \`proofload login --url ${url}\``,
    );
  }
  return { url, token };
}

export function normaliseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandError(`--url: expected an http or https address such as ${defaultUrl}, got ${text}`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Keeps a token for an address, readable by the user alone. */
export async function saveCredentials(path: string, { url, token }: Server): Promise<void> {
  const saved = await readCredentials(path);
  const next: Credentials = { version: 1, current: url, tokens: { ...saved?.tokens, [url]: token } };
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
}

async function readCredentials(path: string): Promise<Credentials | null> {
  const text = await readIfThere(path);
  if (text === null) return null;
  try {
    return credentialsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: delete it and log in again`, { cause });
  }
}

async function readAdminToken(url: string, dataDir: string): Promise<string | null> {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
  return isHere ? ((await readIfThere(join(dataDir, 'admin-token')))?.trim() ?? null) : null;
}

async function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
}
