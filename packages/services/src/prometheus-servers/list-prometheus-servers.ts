import type { PrometheusServer, PrometheusServerList } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findPrometheusServer, toPrometheusServer } from './prometheus-server-view.ts';

/** The Prometheus servers of the project, by name; never a secret. */
export async function listPrometheusServers(ctx: ServiceContext): Promise<PrometheusServerList> {
  requireScope(ctx, 'read');
  const records = await ctx.repos.prometheusServers.list(ctx.actor.projectId);
  return { items: records.map(toPrometheusServer) };
}

export async function readPrometheusServer(
  ctx: ServiceContext,
  input: { name: string },
): Promise<PrometheusServer> {
  requireScope(ctx, 'read');
  return toPrometheusServer(await findPrometheusServer(ctx, input.name));
}

/** Forgets a server with its secrets. Runs that read from it lose that source; definitions that name it stay. */
export async function deletePrometheusServer(ctx: ServiceContext, input: { name: string }): Promise<void> {
  requireScope(ctx, 'admin');
  if (await ctx.repos.prometheusServers.delete(ctx.actor.projectId, input.name)) return;
  throw new ProofloadError('not-found', `There is no Prometheus server ${input.name}`);
}
