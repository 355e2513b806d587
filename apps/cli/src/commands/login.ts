import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { whoSchema } from '@proofload/contracts';
import { createApiClient } from '../api-client.ts';
import type { CommandContext, ServerOptions } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { defaultUrl, normaliseUrl, saveCredentials } from '../credentials.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';

/** Checks a token against a server and keeps it for later commands. */
export async function logIn(context: CommandContext, options: ServerOptions): Promise<ExitCode> {
  const url = normaliseUrl(options.url ?? context.env.url ?? defaultUrl);
  const token = options.token ?? context.env.token ?? (await askToken(url));
  const api = createApiClient({ url, token }, { fetch, sleep: context.sleep, random: Math.random });
  const who = await api.call({
    method: 'GET',
    path: '/me',
    schema: whoSchema,
    what: 'Logging in',
    retry: false,
  });
  await saveCredentials(context.env.credentialsPath, { url, token });
  context.output.note(
    `Logged in to ${url} as ${who.name} of project ${who.project}, with ${who.scopes.join(', ')}`,
  );
  return exitCodes.pass;
}

/** Reads a token from the terminal without showing it, or from a pipe. */
async function askToken(url: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stderr.write(`Token for ${url} (made in Settings, not shown here): `);
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  try {
    for await (const line of lines) if (line.trim() !== '') return line.trim();
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
  throw new CommandError('No token was given');
}
