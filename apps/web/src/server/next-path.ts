import 'server-only';

const anyOrigin = 'http://proofload.invalid';

/** Where to go after signing in: a path of this instance, or home when it is anything else. */
export function safeNextPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, anyOrigin)) return '/';
  // Parsed as a browser would, `//host` and `/\host` name another origin.
  const url = new URL(wanted, anyOrigin);
  return url.origin === anyOrigin ? url.pathname + url.search + url.hash : '/';
}
