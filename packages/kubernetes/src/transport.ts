import { setTimeout as sleep } from 'node:timers/promises';
import { fetch, type Response } from 'undici';
import type { Access } from './authenticate.ts';
import { ClusterError, errorOfStatus, statusSchema } from './cluster-error.ts';
import { plainText } from './plain-text.ts';

export interface TransportLimits {
  /** For a whole call with its repetitions. */
  timeoutMs: number;
  /** Of one answer. */
  maxBytes: number;
}

interface ApiRequest {
  /** What it does, for messages, such as `apply Job bench/load`. */
  doing: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Absolute, encoded, without a query. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  accept?: string;
  contentType?: string;
  body?: unknown;
  limits?: Partial<TransportLimits>;
  signal?: AbortSignal | undefined;
}

/** Every call throws `ClusterError`, or what the signal of its caller says. */
export interface Transport {
  /** The JSON of an answer. A busy server is asked again when it says to, within the time of the call. */
  ask(request: ApiRequest): Promise<unknown>;
  /** The bytes of an answer as they come. The time of the call ends with the head of the answer. */
  stream(request: ApiRequest): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

const maxAttempts = 6;
const maxErrorBytes = 256 * 1024;
/** A server that says nothing of when to come back. */
const defaultRetryMs = 1000;
/** Shorter secrets would be found in words that are none. */
const shortestRedacted = 4;

/** @param random from 0 to 1, to spread what is asked again */
export function createTransport(
  access: Access,
  limits: TransportLimits,
  random: () => number = Math.random,
): Transport {
  const send = async <T>(
    request: ApiRequest,
    read: (response: Response, signal: AbortSignal) => Promise<T>,
  ) => {
    const { timeoutMs, signal: caller } = { ...limits, ...request.limits, signal: request.signal };
    const endMs = performance.now() + timeoutMs;
    for (let attempt = 1; ; attempt++) {
      const left = { ms: Math.max(1, endMs - performance.now()), ofMs: timeoutMs };
      try {
        return await attemptOnce(access, request, left, read);
      } catch (error) {
        caller?.throwIfAborted();
        const known = toClusterError(request.doing, error, access);
        const waitMs = waitBefore(known, attempt, random());
        if (waitMs === null || performance.now() + waitMs >= endMs) throw known;
        await sleep(waitMs, undefined, caller === undefined ? {} : { signal: caller });
      }
    }
  };
  return {
    ask: (request) => {
      const maxBytes = request.limits?.maxBytes ?? limits.maxBytes;
      return send(request, async (response) =>
        parseJson(request.doing, await readBounded(request.doing, response, maxBytes)),
      );
    },
    stream: (request) =>
      send(request, async (response) => {
        if (response.body === null)
          throw new ClusterError('unavailable', `${request.doing}: an empty answer`);
        return redacting(request.doing, response.body, access);
      }),
    close: () => access.dispatcher.destroy(),
  };
}

/** One exchange. Its time counts until `read` is done; what `read` gives out as a stream is bounded by the caller. */
async function attemptOnce<T>(
  access: Access,
  request: ApiRequest,
  left: { ms: number; ofMs: number },
  read: (response: Response, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), left.ms);
  const { signal: caller } = request;
  const signal = caller === undefined ? timeout.signal : AbortSignal.any([caller, timeout.signal]);
  try {
    const response = await fetch(addressOf(access, request), {
      method: request.method,
      headers: await headersOf(access, request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // Credentials go to the address that was configured and to no other.
      redirect: 'manual',
      dispatcher: access.dispatcher,
      signal,
    });
    if (!response.ok) throw await readRefusal(request.doing, response);
    return await read(response, signal);
  } catch (error) {
    if (timeout.signal.aborted && !caller?.aborted)
      throw new ClusterError('unavailable', `${request.doing}: no answer within ${left.ofMs} ms`, {
        cause: error,
      });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function addressOf({ server }: Access, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(key, String(value));
  }
  return parameters.size === 0 ? `${server}${path}` : `${server}${path}?${parameters}`;
}

async function headersOf(access: Access, request: ApiRequest): Promise<Record<string, string>> {
  const authorization = await access.authorization();
  return {
    accept: request.accept ?? 'application/json',
    'user-agent': 'proofload',
    ...(authorization === null ? {} : { authorization }),
    ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
  };
}

async function readRefusal(doing: string, response: Response): Promise<ClusterError> {
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return new ClusterError(
      'unavailable',
      `${doing}: it answered ${response.status}; redirects are not followed`,
      {
        status: response.status,
      },
    );
  }
  const text = await readBounded(doing, response, maxErrorBytes).then(
    (bytes) => Buffer.from(bytes).toString('utf8'),
    () => '',
  );
  return errorOfStatus(doing, response.status, parseStatus(text), retryAfterMs);
}

function parseStatus(text: string) {
  try {
    return statusSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // A proxy in between answers with a page of its own; so does the API server for what it does not route.
    const said = text.trim();
    return said === '' || said.startsWith('<')
      ? null
      : { kind: 'Status' as const, message: plainText(said, 300) };
  }
}

function readRetryAfter(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : null;
}

/** How long to wait before the same is asked again; null when that makes no sense. Every call may be repeated. */
function waitBefore(error: ClusterError, attempt: number, random: number): number | null {
  if (attempt >= maxAttempts) return null;
  const isBusy = error.status === 429 || (error.status === 503 && error.retryAfterMs !== null);
  if (isBusy) return (error.retryAfterMs ?? defaultRetryMs) * (1 + random / 2);
  // A connection that was kept open too long is closed by the other side just when it is used.
  return attempt === 1 && isReset(error.cause) ? 0 : null;
}

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const isReset = (cause: unknown): boolean => resetCodes.has(codeOf(innermost(cause)) ?? '');

function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code;

const certificateCodes =
  /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|CERT_|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_|HOSTNAME_MISMATCH)/;

function toClusterError(doing: string, error: unknown, access: Access): ClusterError {
  if (error instanceof ClusterError) return withoutSecrets(error, access);
  const cause = innermost(error);
  const code = codeOf(cause);
  const said = cause instanceof Error ? cause.message : String(cause);
  const why = code === undefined || said.includes(code) ? said : `${code}: ${said}`;
  const prefix = code !== undefined && certificateCodes.test(code) ? 'its certificate is not trusted: ' : '';
  return withoutSecrets(
    new ClusterError('unavailable', plainText(`${doing}: ${prefix}${why}`), { cause: error }),
    access,
  );
}

/** Gateways in between may repeat what they were sent. */
function withoutSecrets(error: ClusterError, access: Access): ClusterError {
  const secrets = access.secrets().filter((secret) => secret.length >= shortestRedacted);
  if (!secrets.some((secret) => error.message.includes(secret))) return error;
  const message = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), error.message);
  // Without its cause, which holds the answer as it came.
  return new ClusterError(error.code, message, {
    status: error.status,
    reason: error.reason,
    retryAfterMs: error.retryAfterMs,
  });
}

async function* redacting(
  doing: string,
  body: AsyncIterable<Uint8Array>,
  access: Access,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw toClusterError(doing, error, access);
  }
}

function parseJson(doing: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new ClusterError('unavailable', `${doing}: its answer is no JSON, so it may be no API server`);
  }
}

async function readBounded(doing: string, response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes)
      throw new ClusterError('too-large', `${doing}: its answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
