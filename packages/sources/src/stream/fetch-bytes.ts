import { plainText } from './plain-text.ts';

export interface FetchLimits {
  timeoutMs: number;
  maxBytes: number;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer that is no success, or none at all. The message is for people. */
export class FetchError extends Error {
  /** Null without an answer. */
  readonly status: number | null;
  readonly body: string;
  /** How long the answer asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: { status?: number; body?: string; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'FetchError';
    this.status = details.status ?? null;
    this.body = details.body ?? '';
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** An answer past its bound; asking for less may help. */
export class AnswerTooLarge extends FetchError {
  constructor(maxBytes: number) {
    super(`its answer is larger than ${maxBytes} bytes`);
    this.name = 'AnswerTooLarge';
  }
}

const maxErrorBytes = 64 * 1024;

/**
 * The body of an answer in bounded time and size. Credentials in the URL are sent as basic authentication.
 * Throws `FetchError` on anything but success.
 */
export async function fetchBytes(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  limits: FetchLimits,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const { href, authorization } = splitCredentials(url);
    const headers = { ...(init.headers as Record<string, string> | undefined), ...authorization };
    const response = await fetch(href, { ...init, headers, signal });
    if (response.ok) return await readBounded(response, limits.maxBytes);
    const body = Buffer.from(await readBounded(response, maxErrorBytes)).toString('utf8');
    throw new FetchError(describeStatus(response, href), {
      status: response.status,
      body,
      retryAfterMs: readRetryAfter(response.headers),
    });
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (timeout.aborted)
      throw new FetchError(`it did not answer within ${limits.timeoutMs} ms`, { cause: error });
    throw new FetchError(describe(error), { cause: error });
  }
}

/** A redirect that was not followed says where it led, without what may be secret in the address. */
function describeStatus({ status, statusText, headers }: Response, asked: string): string {
  const answered = `it answered ${status} ${statusText}`.trim();
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null || !URL.canParse(location, asked)) return answered;
  const { origin, pathname } = new URL(location, asked);
  return `${answered}, which sends to ${origin}${plainText(pathname, 200)}: redirects are not followed`;
}

/** `Retry-After: 120`, or a date. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - dateOf(headers));
}

/** A date is meant by the server's own clock. */
function dateOf(headers: Headers): number {
  const atMs = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(atMs) ? Date.now() : atMs;
}

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function splitCredentials(url: string): { href: string; authorization: Record<string, string> } {
  const parsed = new URL(url);
  if (parsed.username === '' && parsed.password === '') return { href: url, authorization: {} };
  const pair = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  parsed.username = '';
  parsed.password = '';
  return {
    href: parsed.href,
    authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
}

/** What went wrong below HTTP: fetch hides it in the cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as NodeJS.ErrnoException;
  return code === undefined ? cause.message : `${code}: ${cause.message}`;
}
