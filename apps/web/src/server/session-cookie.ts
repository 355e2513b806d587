import 'server-only';

const name = 'proofload_session';

/** Name of the session cookie. Over TLS the browser itself then insists on Secure, one host and the whole site. */
export function sessionCookieName(baseUrl: string): string {
  return isSecure(baseUrl) ? `__Host-${name}` : name;
}

/** `Set-Cookie` that opens a session: out of reach of scripts, and not sent with calls that other sites start. */
export function openSessionCookie(baseUrl: string, secret: string, expiresAtMs: number): string {
  return `${sessionCookieName(baseUrl)}=${secret}; Expires=${new Date(expiresAtMs).toUTCString()}; ${attributes(baseUrl)}`;
}

/** `Set-Cookie` that makes the browser forget its session. */
export function closeSessionCookie(baseUrl: string): string {
  return `${sessionCookieName(baseUrl)}=; Max-Age=0; ${attributes(baseUrl)}`;
}

/** The session's secret in a `Cookie` header, or undefined. */
export function readSessionCookie(baseUrl: string, header: string | null): string | undefined {
  const prefix = `${sessionCookieName(baseUrl)}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix));
  const value = pair?.trim().slice(prefix.length);
  return value === '' ? undefined : value;
}

const isSecure = (baseUrl: string) => baseUrl.startsWith('https:');
const attributes = (baseUrl: string) =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`;
