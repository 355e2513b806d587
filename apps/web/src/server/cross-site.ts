import 'server-only';
import { ProofloadError } from '@proofload/domain';

/**
 * Refuses a state-changing call that another site started in a signed-in browser. SameSite=Lax already keeps the cookie
 * from most of them; this also stops pages of other ports and sub-domains, which count as the same site.
 */
export function refuseCrossSite(headers: Headers, baseUrl: string): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin') return;
    throw refusal();
  }
  // Browsers too old for Sec-Fetch-Site still name the origin of a POST.
  const origin = headers.get('origin');
  if (origin !== null && (origin === new URL(baseUrl).origin || hostOf(origin) === headers.get('host')))
    return;
  throw refusal();
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

const refusal = () =>
  new ProofloadError(
    'forbidden',
    'This call did not come from a page of this instance; programs use a token instead of a session',
  );
