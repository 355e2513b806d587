import type { ClusterRecord } from '@proofload/db';
import type { ClusterAuth, ClusterCredentials } from '@proofload/kubernetes';
import type { Sealer, SecretBinding } from '../secrets/index.ts';

type Row = Pick<ClusterRecord, 'id' | 'projectId'>;

const clusterBinding = ({ id, projectId }: Row): SecretBinding => ({
  table: 'Cluster',
  projectId,
  rowId: id,
});

/** Null when there is nothing to keep: the account of a pod is read where the pod is. */
export async function sealAuth(sealer: Sealer, row: Row, auth: ClusterAuth): Promise<string | null> {
  return auth.kind === 'in-cluster' ? null : sealer.seal(JSON.stringify(auth), clusterBinding(row));
}

/** What a stored cluster is reached with. Throws `unavailable` when its secrets cannot be read. */
export async function openClusterCredentials(
  sealer: Sealer,
  record: ClusterRecord,
): Promise<ClusterCredentials> {
  const { server, caCertificate, insecureSkipTlsVerify, tlsServerName, proxyUrl, namespace } = record;
  const auth: ClusterAuth =
    record.sealedSecrets === null
      ? { kind: 'in-cluster' }
      : (JSON.parse(await sealer.open(record.sealedSecrets, clusterBinding(record))) as ClusterAuth);
  return {
    server: server ?? '',
    caCertificate,
    insecureSkipTlsVerify,
    tlsServerName,
    proxyUrl,
    auth,
    namespace,
  };
}
