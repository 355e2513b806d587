import type { CreatedToken, Scope, Token } from '@proofload/contracts';
import type { TokenRecord } from '@proofload/db';
import type { AccessDeps } from './access-deps.ts';
import { hashSecret, makeSecret } from './secret.ts';

export const tokenPattern = /^pl_[A-Za-z0-9_-]{43}$/;
const prefixLength = 9;

export interface IssueToken {
  projectId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAtMs: number | null;
  createdBy: string;
  /** The one run that it may push into; any data of the project unless given. */
  runId?: string;
}

/** Makes a token without asking who wants it: for `createToken` and the launcher. Only its hash is kept. */
export async function issueToken(deps: AccessDeps, input: IssueToken): Promise<CreatedToken> {
  const token = `pl_${makeSecret()}`;
  const record = await deps.repos.access.insertToken({
    ...input,
    runId: input.runId ?? null,
    id: deps.newId(),
    hash: hashSecret(token),
    prefix: token.slice(0, prefixLength),
    scopes: [...new Set(input.scopes)],
    createdAtMs: deps.clock.nowMs(),
  });
  return { ...toToken(record), token };
}

export function toToken(record: TokenRecord): Token {
  return {
    id: record.id,
    name: record.name,
    prefix: record.prefix,
    scopes: [...record.scopes],
    createdAt: new Date(record.createdAtMs).toISOString(),
    lastUsedAt: toInstant(record.lastUsedAtMs),
    expiresAt: toInstant(record.expiresAtMs),
    revokedAt: toInstant(record.revokedAtMs),
  };
}

const toInstant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
