import { z } from 'zod';

const answerSchema = z.object({
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

/** Of what the API server answers at once: a watch lasts as long as somebody watches. */
const buckets = 'apiserver_request_duration_seconds_bucket{job="apiserver",verb!~"WATCH|WATCHLIST|CONNECT"}';

/**
 * The 99th percentile of the durations of all requests that the API server answered from one time to another, from the
 * growth of its histogram over exactly that time, in milliseconds; null when Prometheus has nothing of it.
 */
export async function readLatencyP99(
  prometheusUrl: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number | null> {
  const seconds = Math.max(1, Math.round((toMs - fromMs) / 1000));
  const query = `histogram_quantile(0.99, sum by (le) (increase(${buckets}[${seconds}s])))`;
  const address = new URL('/api/v1/query', prometheusUrl);
  address.search = new URLSearchParams({ query, time: String(toMs / 1000) }).toString();
  const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`Prometheus answered ${response.status}: ${await response.text()}`);
  const value = Number(answerSchema.parse(await response.json()).data.result[0]?.value[1]);
  return Number.isFinite(value) ? value * 1000 : null;
}
