import type { CreatePrometheusServer, PrometheusServer, SavePrometheusServer } from '@proofload/contracts';
import type { PrometheusServerRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { checkCertificates } from './check-certificates.ts';
import { findPrometheusServer, toPrometheusServer } from './prometheus-server-view.ts';
import { openCredentials, type PrometheusCredentials, sealCredentials } from './sealed-credentials.ts';

const maxServers = 100;

/** Adds a Prometheus server to the project. Its secrets are stored encrypted, and never given out again. */
export async function createPrometheusServer(
  ctx: ServiceContext,
  { name, ...input }: CreatePrometheusServer,
): Promise<PrometheusServer> {
  requireScope(ctx, 'admin');
  const { projectId } = ctx.actor;
  if ((await ctx.repos.prometheusServers.count(projectId)) >= maxServers)
    throw new ProofloadError('conflict', `A project has at most ${maxServers} Prometheus servers`);
  const nowMs = ctx.clock.nowMs();
  const record = await toRecord(ctx, input, { id: ctx.newId(), projectId, name, createdAtMs: nowMs }, {});
  if (!(await ctx.repos.prometheusServers.insert(record))) {
    const message = `expected another name; there is a Prometheus server ${name}`;
    throw new ProofloadError('conflict', `name: ${message}`, { fields: [{ field: 'name', message }] });
  }
  return toPrometheusServer(record);
}

/**
 * Takes the place of a server's settings. A secret that is left out stays, as long as it goes to the host that it was
 * stored for and in the same way.
 */
export async function replacePrometheusServer(
  ctx: ServiceContext,
  { name, ...input }: { name: string } & SavePrometheusServer,
): Promise<PrometheusServer> {
  requireScope(ctx, 'admin');
  const before = await findPrometheusServer(ctx, name);
  const kept = await keptCredentials(ctx, before, input);
  const record = await toRecord(ctx, input, before, kept);
  if (!(await ctx.repos.prometheusServers.replace(record, before.updatedAtMs)))
    throw new ProofloadError(
      'conflict',
      `The Prometheus server ${name} was changed meanwhile; read it again`,
    );
  return toPrometheusServer(record);
}

/** The stored secrets that the new settings may go on using. */
async function keptCredentials(
  ctx: ServiceContext,
  before: PrometheusServerRecord,
  input: SavePrometheusServer,
): Promise<PrometheusCredentials> {
  // Whoever may change an address shall not be able to have the secret sent there.
  if (new URL(before.url).origin !== new URL(input.url).origin) return {};
  const keepsSecret = input.auth.kind === before.authKind && secretOf(input) === undefined;
  const keepsKey = input.clientCertificate !== null && input.clientKey === undefined;
  if (before.sealedSecrets === null || (!keepsSecret && !keepsKey)) return {};
  const { secret, clientKey } = await openCredentials(ctx.secrets, before);
  return {
    ...(keepsSecret && secret !== undefined ? { secret } : {}),
    ...(keepsKey && clientKey !== undefined ? { clientKey } : {}),
  };
}

async function toRecord(
  ctx: ServiceContext,
  input: SavePrometheusServer,
  row: Pick<PrometheusServerRecord, 'id' | 'projectId' | 'name' | 'createdAtMs'>,
  kept: PrometheusCredentials,
): Promise<PrometheusServerRecord> {
  const { url, headers, auth, caCertificate, clientCertificate, delayMs } = input;
  const secret = secretOf(input) ?? kept.secret;
  if (auth.kind !== 'none' && secret === undefined) throw missingSecret(auth.kind);
  const clientKey = input.clientKey ?? kept.clientKey;
  checkCertificates({ caCertificate, clientCertificate, clientKey });
  const credentials = {
    ...(secret === undefined ? {} : { secret }),
    ...(clientKey === undefined ? {} : { clientKey }),
  };
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    url: url.replace(/\/+$/, ''),
    headers,
    authKind: auth.kind,
    username: auth.kind === 'basic' ? auth.username : null,
    caCertificate,
    clientCertificate,
    delayMs,
    sealedSecrets: await sealCredentials(ctx.secrets, row, credentials),
    createdAtMs: row.createdAtMs,
    updatedAtMs: ctx.clock.nowMs(),
    updatedBy: ctx.actor.name,
  };
}

function secretOf({ auth }: SavePrometheusServer): string | undefined {
  if (auth.kind === 'basic') return auth.password;
  return auth.kind === 'bearer' ? auth.token : undefined;
}

function missingSecret(kind: 'basic' | 'bearer'): ProofloadError {
  const field = kind === 'basic' ? 'auth.password' : 'auth.token';
  const what = kind === 'basic' ? 'a password' : 'a token';
  const message = `expected ${what}; one that is stored is kept only for the same host and the same kind`;
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }] });
}
