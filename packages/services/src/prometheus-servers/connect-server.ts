import type { PrometheusServerRecord } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import {
  connectPrometheus,
  type PrometheusAuth,
  type PrometheusConnection,
  PrometheusError,
} from '@proofload/sources';
import type { Sealer } from '../secrets/index.ts';
import { openCredentials, type PrometheusCredentials } from './sealed-credentials.ts';

/** Opens connections to a server of a project, with its credentials. Throws `unavailable` when they cannot be read. */
export async function connectServer(
  { secrets }: { secrets: Sealer },
  record: PrometheusServerRecord,
): Promise<PrometheusConnection> {
  const credentials = await openCredentials(secrets, record);
  const { url, headers, caCertificate, clientCertificate } = record;
  const { clientKey } = credentials;
  const client =
    clientCertificate === null || clientKey === undefined
      ? null
      : { certificate: clientCertificate, key: clientKey };
  try {
    return connectPrometheus({ url, headers, caCertificate, client, auth: authOf(record, credentials) });
  } catch (error) {
    if (!(error instanceof PrometheusError)) throw error;
    throw new ProofloadError('unavailable', `The Prometheus server ${record.name}: ${error.message}`, {
      cause: error,
    });
  }
}

function authOf(
  { authKind, username }: PrometheusServerRecord,
  { secret = '' }: PrometheusCredentials,
): PrometheusAuth {
  if (authKind === 'basic') return { kind: authKind, username: username ?? '', password: secret };
  return authKind === 'bearer' ? { kind: authKind, token: secret } : { kind: 'none' };
}
