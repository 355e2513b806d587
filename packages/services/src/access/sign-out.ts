import type { AccessDeps } from './access-deps.ts';
import { hashSecret } from './secret.ts';

/** Ends a session on the server, wherever its cookie may still be. */
export async function signOut(deps: AccessDeps, input: { session: string }): Promise<void> {
  await deps.repos.access.deleteSession(hashSecret(input.session));
}
