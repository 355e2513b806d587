import type { Cluster, CreateCluster, SaveCluster } from '@proofload/contracts';
import type { ClusterRecord } from '@proofload/db';
import { findPrometheusAddressProblem, hasCredentials, ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findCluster, toCluster } from './cluster-view.ts';
import { type GivenCredentials, readCredentials } from './read-credentials.ts';
import { openClusterCredentials, sealAuth } from './sealed-credentials.ts';

const maxClusters = 100;
/** Parts of addresses of the API. */
const reservedNames = new Set(['contexts', 'new']);

/** Adds a cluster to the project. Its credentials are stored encrypted, and never given out again. */
export async function createCluster(
  ctx: ServiceContext,
  { name, ...input }: CreateCluster,
): Promise<Cluster> {
  requireScope(ctx, 'admin');
  const { projectId } = ctx.actor;
  if (reservedNames.has(name))
    throw refuse('name', `expected another name; ${name} is the address of something else`);
  if ((await ctx.repos.clusters.count(projectId)) >= maxClusters)
    throw new ProofloadError('conflict', `A project has at most ${maxClusters} clusters`);
  const given = await readCredentials(input.credentials);
  const nowMs = ctx.clock.nowMs();
  const row = { id: ctx.newId(), projectId, name, createdAtMs: nowMs };
  const namespace = input.namespace ?? given.credentials.namespace;
  const record = await toRecord(ctx, row, { ...input, namespace }, given);
  if (!(await ctx.repos.clusters.insert(record)))
    throw refuse('name', `expected another name; there is a cluster ${name}`, 'conflict');
  return toCluster(record);
}

/** Takes the place of a cluster's settings. New credentials come with the address that they are for. */
export async function replaceCluster(
  ctx: ServiceContext,
  { name, ...input }: { name: string } & SaveCluster,
): Promise<Cluster> {
  requireScope(ctx, 'admin');
  const before = await findCluster(ctx, name);
  const given: GivenCredentials =
    input.credentials === undefined
      ? { context: before.context, credentials: await openClusterCredentials(ctx.secrets, before) }
      : await readCredentials(input.credentials);
  const record = await toRecord(ctx, before, input, given);
  if (!(await ctx.repos.clusters.replace(record, before.updatedAtMs)))
    throw new ProofloadError('conflict', `The cluster ${name} was changed meanwhile; read it again`);
  return toCluster(record);
}

async function toRecord(
  ctx: ServiceContext,
  row: Pick<ClusterRecord, 'id' | 'projectId' | 'name' | 'createdAtMs'>,
  settings: Pick<ClusterRecord, 'namespace' | 'prometheusServer' | 'maxConcurrentRuns' | 'maxObjects'>,
  { credentials, context }: GivenCredentials,
): Promise<ClusterRecord> {
  await requirePrometheus(ctx, settings.prometheusServer);
  const { server, caCertificate, insecureSkipTlsVerify, tlsServerName, proxyUrl, auth } = credentials;
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    server: auth.kind === 'in-cluster' ? null : server,
    context,
    namespace: settings.namespace,
    authKind: auth.kind,
    caCertificate,
    insecureSkipTlsVerify,
    tlsServerName,
    proxyUrl,
    prometheusServer: settings.prometheusServer,
    maxConcurrentRuns: settings.maxConcurrentRuns,
    maxObjects: settings.maxObjects,
    sealedSecrets: await sealAuth(ctx.secrets, row, auth),
    createdAtMs: row.createdAtMs,
    updatedAtMs: ctx.clock.nowMs(),
    updatedBy: ctx.actor.name,
  };
}

/** A Prometheus is an address, or the name of a server of the project that is there. */
async function requirePrometheus(ctx: ServiceContext, named: string | null): Promise<void> {
  if (named === null) return;
  const field = 'prometheusServer';
  if (/^https?:\/\//.test(named)) {
    if (!URL.canParse(named) || hasCredentials(named))
      throw refuse(
        field,
        'expected an address without user and password; a Prometheus server has fields for them',
      );
    const problem = findPrometheusAddressProblem(named);
    if (problem !== null) throw refuse(field, problem);
    return;
  }
  if ((await ctx.repos.prometheusServers.find(ctx.actor.projectId, named)) !== null) return;
  throw refuse(
    field,
    `expected an address, or the name of a Prometheus server of this project, which has no ${named}`,
  );
}

function refuse(field: string, message: string, code: 'invalid' | 'conflict' = 'invalid'): ProofloadError {
  return new ProofloadError(code, `${field}: ${message}`, { fields: [{ field, message }] });
}
