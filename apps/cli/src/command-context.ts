import { setTimeout as sleepFor } from 'node:timers/promises';
import { type ApiClient, createApiClient } from './api-client.ts';
import { findServer } from './credentials.ts';
import type { CommandEnv } from './env.ts';
import type { Output } from './output.ts';

/** What every command works with. */
export interface CommandContext {
  env: CommandEnv;
  output: Output;
  /** Fires when the user presses Ctrl-C the first time. */
  interrupted: AbortSignal;
  sleep: (ms: number) => Promise<void>;
}

/** Options that every command takes. */
export interface ServerOptions {
  url?: string;
  token?: string;
}

export const sleep = async (ms: number): Promise<void> => {
  await sleepFor(ms);
};

export async function connect(context: CommandContext, options: ServerOptions): Promise<ApiClient> {
  const server = await findServer(options, context.env);
  return createApiClient(server, { fetch, sleep: context.sleep, random: Math.random });
}
