import { ProofloadError } from '@proofload/domain';
import { type AccessDeps, dayMs } from './access-deps.ts';
import { sessionLifeMs } from './authenticate.ts';
import { hashSecret, makeSecret } from './secret.ts';

const signInLinkLifeMs = 15 * 60_000;

export interface SignInLink {
  /** Address of the page that asks for a click, so that a preview of the link does not use it up. */
  url: string;
  expiresAt: string;
}

/**
 * Makes a link that signs a user in once.
 * @param input.baseUrl address of the instance, such as `http://127.0.0.1:3000`
 * @param input.lifeMs 15 minutes unless told otherwise, at most a day
 */
export async function createSignInLink(
  deps: AccessDeps,
  input: { userId: string; baseUrl: string; lifeMs?: number },
): Promise<SignInLink> {
  const secret = makeSecret();
  const expiresAtMs = deps.clock.nowMs() + Math.min(input.lifeMs ?? signInLinkLifeMs, dayMs);
  await deps.repos.access.insertSignInLink({ hash: hashSecret(secret), userId: input.userId, expiresAtMs });
  const url = new URL('/sign-in', input.baseUrl);
  url.searchParams.set('link', secret);
  return { url: url.href, expiresAt: new Date(expiresAtMs).toISOString() };
}

export interface NewSession {
  /** Secret for the session cookie. */
  session: string;
  expiresAtMs: number;
}

/** Uses a sign-in link up and opens a session. Throws `unauthenticated` when the link is unknown, used or too old. */
export async function redeemSignInLink(deps: AccessDeps, input: { link: string }): Promise<NewSession> {
  const nowMs = deps.clock.nowMs();
  const userId = await deps.repos.access.useSignInLink(hashSecret(input.link), nowMs);
  const projectId = userId && (await deps.repos.access.findProjectOfUser(userId));
  if (!userId || !projectId) {
    throw new ProofloadError('unauthenticated', 'This sign-in link was used before or is too old');
  }
  const session = makeSecret();
  const expiresAtMs = nowMs + sessionLifeMs;
  await deps.repos.access.insertSession({
    hash: hashSecret(session),
    userId,
    projectId,
    atMs: nowMs,
    expiresAtMs,
  });
  await deps.repos.access.deleteExpired(nowMs - dayMs);
  return { session, expiresAtMs };
}
