import { type Fetch, FetchError, fetchBytes } from '../stream/fetch-bytes.ts';
import { errorAnswerSchema, type RangeAnswer, rangeAnswerSchema } from './api-types.ts';
import type { QueryRange } from './plan-ranges.ts';

/** Why Prometheus gave no data. A `bad-query` stays bad; `too-many-points` asks for less; the rest may pass. */
export class PrometheusError extends Error {
  readonly kind: 'bad-query' | 'too-many-points' | 'unavailable';

  constructor(kind: PrometheusError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'PrometheusError';
    this.kind = kind;
  }
}

export interface PrometheusClient {
  /** Throws `PrometheusError`. */
  queryRange(query: string, range: QueryRange, stepMs: number, signal: AbortSignal): Promise<RangeAnswer>;
}

const limits = { timeoutMs: 30_000, maxBytes: 256 * 1024 ** 2 };

/** @param url of the server, with the prefix under which its API lies, if any: `http://mimir/prometheus` */
export function createPrometheusClient(fetch: Fetch, url: string): PrometheusClient {
  const base = url.replace(/\/+$/, '');
  return {
    async queryRange(query, { startMs, endMs }, stepMs, signal) {
      const body = new URLSearchParams({
        query,
        start: String(startMs / 1000),
        end: String(endMs / 1000),
        step: String(stepMs / 1000),
      });
      try {
        const init = { method: 'POST', body, signal };
        return readAnswer(await fetchBytes(fetch, `${base}/api/v1/query_range`, init, limits));
      } catch (error) {
        if (error instanceof FetchError) throw explain(error);
        throw error;
      }
    },
  };
}

function readAnswer(bytes: Uint8Array): RangeAnswer {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (cause) {
    throw new PrometheusError('unavailable', 'its answer is no JSON', cause);
  }
  const parsed = rangeAnswerSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined ? '' : ` at ${issue.path.join('.')}: ${issue.message}`;
  throw new PrometheusError('unavailable', `its answer is no matrix${place}`, parsed.error);
}

/** Error bodies say what is wrong with a query; statuses alone do not. */
function explain(error: FetchError): PrometheusError {
  const said = readErrorBody(error.body);
  if (said === null) return new PrometheusError('unavailable', error.message, error);
  if (/maximum resolution|too many points/i.test(said.error))
    return new PrometheusError('too-many-points', said.error, error);
  const isBad = said.errorType === 'bad_data' || error.status === 422;
  return new PrometheusError(isBad ? 'bad-query' : 'unavailable', said.error, error);
}

function readErrorBody(body: string): { errorType: string; error: string } | null {
  try {
    return errorAnswerSchema.parse(JSON.parse(body));
  } catch {
    // A proxy in between answers with a page of its own; its status says enough.
    return null;
  }
}
