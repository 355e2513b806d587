import type { z } from 'zod';
import { CommandError } from './command-error.ts';
import type { Server } from './credentials.ts';
import { type RefusedError, readRefusal } from './problem.ts';

interface ApiCall<S extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Below `/api/v1`. */
  path: string;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON, unless `upload` or `text` is given. */
  json?: unknown;
  text?: { body: string; contentType: string };
  /** Opens the bytes to send; called again for every attempt. */
  upload?: () => ReadableStream<Uint8Array>;
  /** What the answer must be. */
  schema: S;
  /** What was tried, for errors: `Launching the sweep`. */
  what: string;
  /** Milliseconds until an answer must be complete; uploads have none. */
  timeoutMs?: number;
  /** False for a first contact: an address that nothing listens at is told at once. */
  retry?: boolean;
  signal?: AbortSignal;
}

export interface ApiClient {
  readonly url: string;
  call<S extends z.ZodType>(call: ApiCall<S>): Promise<z.infer<S>>;
}

export interface ApiClientOptions {
  fetch: typeof fetch;
  sleep: (ms: number) => Promise<void>;
  /** In [0, 1): spreads the attempts of many clients. */
  random: () => number;
}

const attempts = 6;
const firstWaitMs = 500;
const longestWaitMs = 8000;
const answerWithinMs = 60_000;

/**
 * Calls the REST API. Calls that may be repeated (GET, PUT and PATCH, which set what they name) are tried again with growing
 * waits when the server is away for a moment; POST never is, because it may have been carried out.
 */
export function createApiClient(server: Server, options: ApiClientOptions): ApiClient {
  return {
    url: server.url,
    call: async (call) => {
      const tries = call.method === 'POST' || call.retry === false ? 1 : attempts;
      for (let attempt = 1; ; attempt += 1) {
        const result = await tryOnce(server, options, call);
        if (result.kind === 'answer') return result.value;
        if (result.kind === 'refused' || attempt >= tries) throw result.error;
        const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1));
        await options.sleep(waitMs * (0.75 + options.random() / 2));
      }
    },
  };
}

type Attempt<T> =
  | { kind: 'answer'; value: T }
  | { kind: 'refused'; error: Error }
  | { kind: 'away'; error: Error };

async function tryOnce<S extends z.ZodType>(
  server: Server,
  { fetch }: ApiClientOptions,
  call: ApiCall<S>,
): Promise<Attempt<z.infer<S>>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(server.url, call), requestOf(server.token, call));
    if (!response.ok) {
      const error = await readRefusal(response, call.what);
      return { kind: isAway(error) ? 'away' : 'refused', error };
    }
    text = await response.text();
  } catch (cause) {
    if (call.signal?.aborted) throw cause;
    const error = new CommandError(`${call.what} failed: ${server.url} ${describeCause(cause)}`, { cause });
    return { kind: 'away', error };
  }
  return { kind: 'answer', value: validate(text, call) };
}

const isAway = (error: RefusedError): boolean => [502, 503, 504].includes(error.status);

function addressOf(url: string, call: ApiCall<z.ZodType>): URL {
  const address = new URL(`${url}/api/v1${call.path}`);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

function requestOf(token: string, call: ApiCall<z.ZodType>): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const signals = call.signal ? [call.signal] : [];
  if (call.upload) {
    headers['content-type'] = 'application/octet-stream';
    const request = { method: call.method, headers, body: call.upload(), duplex: 'half' as const };
    return { ...request, signal: AbortSignal.any(signals) };
  }
  const signal = AbortSignal.any([...signals, AbortSignal.timeout(call.timeoutMs ?? answerWithinMs)]);
  if (call.text) {
    headers['content-type'] = call.text.contentType;
    return { method: call.method, headers, body: call.text.body, signal };
  }
  if (call.json === undefined) return { method: call.method, headers, signal };
  headers['content-type'] = 'application/json';
  return { method: call.method, headers, body: JSON.stringify(call.json), signal };
}

function validate<S extends z.ZodType>(text: string, call: ApiCall<S>): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${call.what} failed: the server did not answer with JSON; is it a Proofload?`, {
      cause,
    });
  }
  const parsed = call.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') || 'the answer';
  throw new CommandError(
    `${call.what} failed: the answer is not what this version expects (${where}: ${issue?.message ?? 'unknown'})`,
  );
}

function describeCause(cause: unknown): string {
  const { name, message } = cause as Error;
  if (name === 'TimeoutError') return 'did not answer in time';
  const inner = (cause as Error).cause as NodeJS.ErrnoException | undefined;
  switch (inner?.code) {
    case 'ECONNREFUSED':
      return 'is not listening';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'is not a known host';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'closed the connection';
    default:
      return `cannot be reached: ${inner?.message ?? message}`;
  }
}
