import type { ServiceContext } from '../context.ts';
import type { PrometheusSource } from '../ingest/index.ts';

type Named = Pick<PrometheusSource, 'url' | 'server'>;

/** What a cluster names: a server of the project, or an address. */
export const toPrometheusSource = (named: string): Named =>
  /^https?:\/\//.test(named) ? { url: named } : { url: null, server: named };

/** The source as it asks: one that names no Prometheus takes that of the run's cluster, if it has one. */
export async function withClusterPrometheus<S extends Named>(
  { repos }: Pick<ServiceContext, 'repos'>,
  projectId: string,
  source: S,
  cluster: string | null,
): Promise<S> {
  if (cluster === null || source.server !== undefined || source.url !== null) return source;
  const record = await repos.clusters.find(projectId, cluster);
  return record?.prometheusServer ? { ...source, ...toPrometheusSource(record.prometheusServer) } : source;
}
