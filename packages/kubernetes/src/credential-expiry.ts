import { X509Certificate } from 'node:crypto';
import type { ClusterCredentials } from './credentials.ts';

/**
 * When credentials end by themselves, in unix milliseconds: by the claim of a service-account token, or by the client
 * certificate. Null when they do not tell, as older tokens do not.
 */
export function readCredentialExpiry({ auth }: Pick<ClusterCredentials, 'auth'>): number | null {
  if (auth.kind === 'certificate') return readCertificateEnd(auth.certificate);
  return auth.kind === 'token' ? readTokenEnd(auth.token) : null;
}

function readCertificateEnd(pem: string): number | null {
  try {
    return new X509Certificate(pem).validToDate.getTime();
  } catch {
    // Whether it can be read at all is said where it is used.
    return null;
  }
}

function readTokenEnd(token: string): number | null {
  const [, claims] = token.split('.');
  if (claims === undefined) return null;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1000 : null;
  } catch {
    // Not every token has claims.
    return null;
  }
}
