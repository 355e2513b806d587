import type { PrometheusServer } from '@proofload/contracts';
import type { PrometheusServerRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import type { ServiceContext } from '../context.ts';
import { toInstant } from '../instant.ts';

/** The server as it may be shown: never with its secrets, sealed or not. */
export function toPrometheusServer(record: PrometheusServerRecord): PrometheusServer {
  const { name, url, headers, caCertificate, clientCertificate, delayMs, updatedBy } = record;
  return {
    name,
    url,
    headers: { ...headers },
    auth: { kind: record.authKind, username: record.username },
    caCertificate,
    clientCertificate,
    delayMs,
    createdAt: toInstant(record.createdAtMs),
    updatedAt: toInstant(record.updatedAtMs),
    updatedBy,
  };
}

/** A server of the actor's project. Throws `not-found`. */
export async function findPrometheusServer(
  ctx: Pick<ServiceContext, 'actor' | 'repos'>,
  name: string,
): Promise<PrometheusServerRecord> {
  const record = await ctx.repos.prometheusServers.find(ctx.actor.projectId, name);
  if (!record) throw new ProofloadError('not-found', `There is no Prometheus server ${name}`);
  return record;
}
