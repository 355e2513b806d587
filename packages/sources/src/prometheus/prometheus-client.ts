import { AnswerTooLarge, type Fetch, FetchError, fetchBytes } from '../stream/fetch-bytes.ts';
import { errorAnswerSchema, type RangeAnswer, rangeAnswerSchema } from './api-types.ts';
import type { QueryRange } from './plan-ranges.ts';

/**
 * Why Prometheus gave no data. A `bad-query` stays bad; `too-much` asks for less; `refused` is about credentials or the
 * address and stays until somebody changes them; the rest may pass.
 */
export class PrometheusError extends Error {
  readonly kind: 'bad-query' | 'too-much' | 'refused' | 'unavailable';
  /** How long the server asks to be left alone; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    kind: PrometheusError['kind'],
    message: string,
    details: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'PrometheusError';
    this.kind = kind;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** Every call throws `PrometheusError`. */
export interface PrometheusClient {
  queryRange(query: string, range: QueryRange, stepMs: number, signal: AbortSignal): Promise<RangeAnswer>;
  /** The JSON that a call of the API without parameters gives, such as `/api/v1/status/buildinfo`. */
  read(path: string, signal: AbortSignal): Promise<unknown>;
}

/** Large answers are asked for in pieces; their JSON takes several times its size in memory. */
const limits = { timeoutMs: 60_000, maxBytes: 64 * 1024 ** 2 };

/** @param url of the server, with the prefix under which its API lies, if any: `http://mimir/prometheus` */
export function createPrometheusClient(fetch: Fetch, url: string): PrometheusClient {
  const base = url.replace(/\/+$/, '');
  let method: 'POST' | 'GET' = 'POST';
  const ask = async (path: string, form: URLSearchParams | null, signal: AbortSignal): Promise<unknown> => {
    try {
      const [address, init] =
        form === null || method === 'GET'
          ? [`${base}${path}${form === null ? '' : `?${form}`}`, { signal }]
          : [`${base}${path}`, { method, body: form, signal }];
      return readJson(await fetchBytes(fetch, address, init, limits));
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      // A gateway that lets nobody write takes the same question as GET.
      if (error.status !== 405 || form === null || method === 'GET') throw explain(error);
    }
    method = 'GET';
    return ask(path, form, signal);
  };
  return {
    async queryRange(query, { startMs, endMs }, stepMs, signal) {
      const form = new URLSearchParams({
        query,
        start: String(startMs / 1000),
        end: String(endMs / 1000),
        step: String(stepMs / 1000),
      });
      return readRangeAnswer(await ask('/api/v1/query_range', form, signal));
    },
    read: (path, signal) => ask(path, null, signal),
  };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new PrometheusError('unavailable', 'its answer is no JSON', { cause });
  }
}

function readRangeAnswer(json: unknown): RangeAnswer {
  const parsed = rangeAnswerSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`;
  throw new PrometheusError('unavailable', `its answer is no matrix${place}`, { cause: parsed.error });
}

/** What Prometheus, Mimir and VictoriaMetrics say when a shorter interval would do. */
const askForLess =
  /maximum resolution|too many (points|samples)|query length|query time range exceeds|cannot exceed -search\./i;

/** Error bodies say what is wrong with a query; statuses alone do not. */
function explain(error: FetchError): PrometheusError {
  const details = { retryAfterMs: error.retryAfterMs, cause: error };
  if (error instanceof AnswerTooLarge) return new PrometheusError('too-much', error.message, details);
  const said = readErrorBody(error.body);
  const isRefusal = error.status !== null && isFinalStatus(error.status);
  if (said === null)
    return new PrometheusError(isRefusal ? 'refused' : 'unavailable', error.message, details);
  if (askForLess.test(said.error)) return new PrometheusError('too-much', said.error, details);
  if (said.errorType === 'bad_data' || error.status === 422)
    return new PrometheusError('bad-query', said.error, details);
  return new PrometheusError(isRefusal ? 'refused' : 'unavailable', said.error, details);
}

/** Credentials that are wrong, a page that is not there, a way to somewhere else: no patience helps. */
const isFinalStatus = (status: number): boolean =>
  (status >= 300 && status < 400) || [401, 403, 404, 405, 407].includes(status);

function readErrorBody(body: string): { errorType: string; error: string } | null {
  try {
    return errorAnswerSchema.parse(JSON.parse(body));
  } catch {
    // A proxy in between answers with a page of its own; its status says enough.
    return null;
  }
}
