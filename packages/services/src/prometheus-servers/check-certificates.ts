import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { type FieldError, ProofloadError } from '@proofload/domain';

export interface Certificates {
  caCertificate: string | null;
  clientCertificate: string | null;
  clientKey: string | undefined;
}

/** Throws `invalid` for what no connection could be made with, rather than letting every run find out. */
export function checkCertificates({ caCertificate, clientCertificate, clientKey }: Certificates): void {
  const errors: FieldError[] = [];
  const check = (field: string, message: string, attempt: () => unknown): void => {
    try {
      attempt();
    } catch {
      // What OpenSSL says of a text may repeat it, and a key must not stand in an error.
      errors.push({ field, message });
    }
  };
  if (caCertificate !== null)
    check('caCertificate', 'expected certificates in PEM', () => readCertificates(caCertificate));
  if (clientCertificate !== null)
    check('clientCertificate', 'expected certificates in PEM', () => readCertificates(clientCertificate));
  if (clientKey !== undefined)
    check('clientKey', 'expected a private key in PEM without a password', () => createPrivateKey(clientKey));
  if ((clientCertificate === null) !== (clientKey === undefined)) {
    const field = clientKey === undefined ? 'clientKey' : 'clientCertificate';
    errors.push({ field, message: 'expected a client certificate and its key, or neither' });
  }
  if (errors.length === 0 && clientCertificate !== null && clientKey !== undefined) {
    check('clientKey', 'expected the key of the client certificate', () =>
      createSecureContext({ cert: clientCertificate, key: clientKey }),
    );
  }
  if (errors[0])
    throw new ProofloadError('invalid', `${errors[0].field}: ${errors[0].message}`, { fields: errors });
}

function readCertificates(pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error('There is no certificate');
  for (const block of blocks) new X509Certificate(block);
}
