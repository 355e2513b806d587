import type { PrometheusServerRecord } from '@proofload/db';
import type { Sealer, SecretBinding } from '../secrets/index.ts';

/** What is secret of a server: kept as one sealed text. */
export interface PrometheusCredentials {
  /** Password or token. */
  secret?: string;
  /** PEM. */
  clientKey?: string;
}

type Row = Pick<PrometheusServerRecord, 'id' | 'projectId'>;

const prometheusBinding = ({ id, projectId }: Row): SecretBinding => ({
  table: 'PrometheusServer',
  projectId,
  rowId: id,
});

/** Null when there is nothing to keep. */
export async function sealCredentials(
  sealer: Sealer,
  row: Row,
  credentials: PrometheusCredentials,
): Promise<string | null> {
  if (credentials.secret === undefined && credentials.clientKey === undefined) return null;
  return sealer.seal(JSON.stringify(credentials), prometheusBinding(row));
}

export async function openCredentials(
  sealer: Sealer,
  row: Row & Pick<PrometheusServerRecord, 'sealedSecrets'>,
): Promise<PrometheusCredentials> {
  if (row.sealedSecrets === null) return {};
  return JSON.parse(await sealer.open(row.sealedSecrets, prometheusBinding(row))) as PrometheusCredentials;
}
