import { ProofloadError } from '@proofload/domain';
import type { AskPrometheus } from '@proofload/executors';
import { PrometheusError } from '@proofload/sources';
import { withClusterPrometheus } from '../clusters/cluster-prometheus.ts';
import type { OpenPrometheus } from '../ingest/index.ts';
import { openPrometheus } from '../prometheus-servers/open-prometheus.ts';
import type { ExecutionContext } from './execution-context.ts';

export interface PrometheusAsker {
  ask: AskPrometheus;
  close: () => Promise<void>;
}

const answerWithinMs = 15_000;
/** Of an answer of one point the step does not matter. */
const stepMs = 1_000;
const maxSeries = 10_000;

/** Asks Prometheus for a workload: the server that a question names, or that of the run's cluster. Opened when first asked. */
export function createPrometheusAsker(
  ctx: Pick<ExecutionContext, 'repos' | 'secrets' | 'prometheusUrl'>,
  projectId: string,
  cluster: string | null,
): PrometheusAsker {
  const open = new Map<string, Promise<OpenPrometheus>>();
  const connect = (server: string | undefined): Promise<OpenPrometheus> => {
    const key = server ?? '';
    const known = open.get(key) ?? openNamed(ctx, projectId, cluster, server);
    open.set(key, known);
    // Settings that were wrong may have been put right when it is asked again.
    known.catch(() => open.delete(key));
    return known;
  };
  return {
    ask: async (query, { atMs, server }) => {
      const { client } = await connect(server);
      try {
        const range = { startMs: atMs, endMs: atMs };
        const answer = await client.queryRange(query, range, stepMs, AbortSignal.timeout(answerWithinMs));
        return answer.data.result
          .slice(0, maxSeries)
          .flatMap(({ values }) => values.slice(-1).map(([, value]) => readValue(value)));
      } catch (error) {
        throw explain(error, query);
      }
    },
    close: async () => {
      for (const connection of open.values()) await (await connection.catch(() => null))?.close();
    },
  };
}

async function openNamed(
  ctx: Pick<ExecutionContext, 'repos' | 'secrets' | 'prometheusUrl'>,
  projectId: string,
  cluster: string | null,
  server: string | undefined,
): Promise<OpenPrometheus> {
  const named = server === undefined ? { url: null } : { url: null, server };
  return openPrometheus(ctx, projectId, await withClusterPrometheus(ctx, projectId, named, cluster));
}

/** Prometheus writes `+Inf` and `-Inf`. */
const readValue = (text: string): number =>
  text === '+Inf' ? Number.POSITIVE_INFINITY : text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);

function explain(error: unknown, query: string): unknown {
  if (error instanceof PrometheusError) {
    const isBad = error.kind === 'bad-query' || error.kind === 'too-much';
    return new ProofloadError(
      isBad ? 'invalid' : 'unavailable',
      `Prometheus did not answer ${query.slice(0, 200)}: ${error.message}`,
      { cause: error },
    );
  }
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return new ProofloadError('unavailable', `Prometheus did not answer within ${answerWithinMs / 1000} s`);
  return error;
}
