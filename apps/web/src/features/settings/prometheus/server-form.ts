import type { PrometheusServer } from '@proofload/contracts';

/** A Prometheus server as the form holds it: text alone. */
export interface ServerForm {
  name: string;
  url: string;
  authKind: 'none' | 'basic' | 'bearer';
  username: string;
  /** Password or token; empty keeps the one that is stored. */
  secret: string;
  tenant: string;
  /** `Name: value`, one a line. */
  headers: string;
  caCertificate: string;
  clientCertificate: string;
  clientKey: string;
  /** Seconds; empty leaves it to the kind of server. */
  delay: string;
}

const tenantHeader = 'X-Scope-OrgID';

export const emptyServerForm: ServerForm = {
  name: '',
  url: '',
  authKind: 'none',
  username: '',
  secret: '',
  tenant: '',
  headers: '',
  caCertificate: '',
  clientCertificate: '',
  clientKey: '',
  delay: '',
};

export function toServerForm(server: PrometheusServer): ServerForm {
  const headers = Object.entries(server.headers);
  const isTenant = ([name]: [string, string]): boolean => name.toLowerCase() === tenantHeader.toLowerCase();
  return {
    ...emptyServerForm,
    name: server.name,
    url: server.url,
    authKind: server.auth.kind,
    username: server.auth.username ?? '',
    tenant: headers.find(isTenant)?.[1] ?? '',
    headers: headers
      .filter((header) => !isTenant(header))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    caCertificate: server.caCertificate ?? '',
    clientCertificate: server.clientCertificate ?? '',
    delay: server.delayMs === null ? '' : String(server.delayMs / 1000),
  };
}

/** What the API takes, without the name. Secrets that are empty are left out, which keeps those that are stored. */
export function toServerBody(form: ServerForm): object {
  const { headers } = parseHeaders(form.headers);
  return {
    url: form.url.trim(),
    headers: { ...(form.tenant.trim() === '' ? {} : { [tenantHeader]: form.tenant.trim() }), ...headers },
    auth: toAuth(form),
    caCertificate: form.caCertificate.trim() || null,
    clientCertificate: form.clientCertificate.trim() || null,
    ...(form.clientKey.trim() === '' ? {} : { clientKey: form.clientKey.trim() }),
    delayMs: form.delay.trim() === '' ? null : Math.round(Number(form.delay) * 1000),
  };
}

function toAuth({ authKind, username, secret }: ServerForm): object {
  if (authKind === 'none') return { kind: authKind };
  if (authKind === 'bearer') return { kind: authKind, ...(secret === '' ? {} : { token: secret }) };
  return { kind: authKind, username: username.trim(), ...(secret === '' ? {} : { password: secret }) };
}

/** Reads `Name: value`, one a line; says what was expected when a line is something else. */
export function parseHeaders(text: string): { headers: Record<string, string>; error: string | undefined } {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) return { headers, error: 'expected Name: value, one a line' };
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { headers, error: undefined };
}

/** Seconds from 0 to 600, or nothing. */
export function findDelayProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const seconds = Number(text);
  return seconds >= 0 && seconds <= 600 ? undefined : 'expected 0 to 600 seconds, or nothing';
}
