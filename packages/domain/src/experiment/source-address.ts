/** A user and a password between scheme and host; `${factor}` may stand anywhere in the address of a definition. */
const credentials = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i;

/** Everybody who reads a definition, a run or a report sees its addresses. */
export const hasCredentials = (address: string): boolean => credentials.test(address.trim());

/** What is wrong with the address of a Prometheus, as one clause that says what was expected; null when nothing is. */
export function findPrometheusAddressProblem(address: string): string | null {
  if (!/^https?:\/\/[^/?#\s]/i.test(address)) return 'expected an http or https address';
  if (/[?#\s]/.test(address)) return 'expected an address without ?, # and spaces';
  if (/\/api\/v1(\/|$)/.test(address))
    return 'expected the address up to the prefix, without /api/v1, which is added';
  return null;
}
