import { ProofloadError } from '@proofload/domain';
import { connectPrometheus } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import type { OpenPrometheus, PrometheusSource } from '../ingest/index.ts';
import { connectServer } from './connect-server.ts';

/**
 * Connects to the Prometheus that a source of a run asks: a server of the project, the address in the definition, or
 * what the worker was started with. Throws `ProofloadError` when there is none, or its credentials cannot be read.
 */
export async function openPrometheus(
  ctx: Pick<ServiceContext, 'repos' | 'secrets'> & { prometheusUrl: string | null },
  projectId: string,
  source: Pick<PrometheusSource, 'url' | 'server'>,
): Promise<OpenPrometheus> {
  if (source.server !== undefined) {
    const record = await ctx.repos.prometheusServers.find(projectId, source.server);
    if (record === null)
      throw new ProofloadError('not-found', `The Prometheus server ${source.server} was deleted`);
    return { ...(await connectServer(ctx, record)), delayMs: record.delayMs };
  }
  const url = source.url ?? ctx.prometheusUrl;
  if (url === null) {
    throw new ProofloadError(
      'not-found',
      'No Prometheus is known: the source names no server and no url, and the worker has no Prometheus of its own',
    );
  }
  const plain = { url, headers: {}, auth: { kind: 'none' }, caCertificate: null, client: null } as const;
  return { ...connectPrometheus(plain), delayMs: null };
}
