import type { TokenRecord } from '@proofload/db';
import { Recall } from '../recall.ts';
import type { AccessDeps } from './access-deps.ts';

type Deps = Pick<AccessDeps, 'repos' | 'clock'>;

const recalled = new WeakMap<AccessDeps['repos']['access'], Recall<TokenRecord>>();

/** The token of a hash, as it was at most half a second ago: a sender may call hundreds of times a second. */
export function recallToken({ repos, clock }: Deps, hash: string): Promise<TokenRecord | null> {
  const tokens = recalled.get(repos.access) ?? new Recall<TokenRecord>();
  recalled.set(repos.access, tokens);
  return tokens.read(hash, clock.nowMs(), () => repos.access.findTokenByHash(hash));
}

/** Makes a change of a token count at once in this process. */
export function forgetTokens({ repos }: Pick<AccessDeps, 'repos'>): void {
  recalled.get(repos.access)?.forgetAll();
}
