import 'server-only';
import { randomBytes } from 'node:crypto';

/** The id that the caller gave the request, when it is fit for a log, or a new one. */
export function readRequestId(headers: Headers): string {
  const given = headers.get('x-request-id');
  return given !== null && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomBytes(9).toString('base64url');
}
