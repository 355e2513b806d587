import { type Scope, scopeSchema } from '@proofload/contracts';
import type { Actor } from '../context.ts';
import { type AccessDeps, dayMs } from './access-deps.ts';
import { tokenPattern } from './issue-token.ts';
import { recallToken } from './recall-token.ts';
import { hashSecret } from './secret.ts';

const allScopes: ReadonlySet<Scope> = new Set(scopeSchema.options);
/** The last use of a token is known to a minute, so that a busy token costs no write per call. */
const touchEveryMs = 60_000;
const extendEveryMs = 10 * 60_000;
export const sessionLifeMs = 30 * dayMs;

export interface Credentials {
  /** Secret of an `Authorization: Bearer` header. When there is one, a session is not looked at. */
  bearer?: string | undefined;
  /** Secret of the session cookie. */
  session?: string | undefined;
}

/** Who is calling; null when the credentials are missing, unknown, expired or revoked. */
export async function authenticate(deps: AccessDeps, credentials: Credentials): Promise<Actor | null> {
  if (credentials.bearer !== undefined) return authenticateToken(deps, credentials.bearer);
  if (credentials.session !== undefined) return authenticateSession(deps, credentials.session);
  return null;
}

async function authenticateToken(deps: AccessDeps, secret: string): Promise<Actor | null> {
  if (!tokenPattern.test(secret)) return null;
  const nowMs = deps.clock.nowMs();
  const token = await recallToken(deps, hashSecret(secret));
  if (!token || token.revokedAtMs !== null) return null;
  if (token.expiresAtMs !== null && token.expiresAtMs <= nowMs) return null;
  if (nowMs - (token.lastUsedAtMs ?? 0) > touchEveryMs) {
    // Others who recall the same token need not note it as well.
    token.lastUsedAtMs = nowMs;
    await deps.repos.access.touchToken(token.id, nowMs);
  }
  const scopes = token.scopes.includes('admin') ? allScopes : new Set(token.scopes);
  const { id, name, projectId, runId } = token;
  return { kind: 'token', id, name, projectId, scopes, ...(runId === null ? {} : { runId }) };
}

async function authenticateSession(deps: AccessDeps, secret: string): Promise<Actor | null> {
  const nowMs = deps.clock.nowMs();
  const hash = hashSecret(secret);
  const session = await deps.repos.access.findSession(hash);
  if (!session || session.expiresAtMs <= nowMs) return null;
  if (nowMs - session.lastSeenAtMs > extendEveryMs) {
    await deps.repos.access.extendSession(hash, nowMs, nowMs + sessionLifeMs);
  }
  return {
    kind: 'user',
    id: session.userId,
    name: session.userName,
    projectId: session.projectId,
    scopes: allScopes,
  };
}
