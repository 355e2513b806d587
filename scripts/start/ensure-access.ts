import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrisma, createRepositories } from '@proofload/db';
import { makeId } from '@proofload/domain';
import {
  type AccessDeps,
  authenticate,
  createSignInLink,
  ensureOwner,
  ensureProject,
  issueToken,
} from '@proofload/services';

const dayMs = 24 * 60 * 60 * 1000;

export interface FirstAccess {
  /** Token with every scope, kept in `admin-token` in the data folder. */
  adminToken: string;
  /** Signs the owner in once, within a day. */
  signInUrl: string;
}

/** The project, its owner, the admin token in its file and a new sign-in link. What exists is kept. */
export async function ensureAccess(
  connectionString: string,
  { dataDir, baseUrl }: { dataDir: string; baseUrl: string },
): Promise<FirstAccess> {
  const prisma = createPrisma({ connectionString, poolSize: 2 });
  const clock = { nowMs: () => Date.now() };
  const newId = () => makeId(clock.nowMs(), () => randomInt(2 ** 32) / 2 ** 32);
  const deps: AccessDeps = { repos: createRepositories(prisma), clock, newId };
  try {
    const { projectId } = await ensureProject(deps, { name: 'default' });
    const { userId } = await ensureOwner(deps, { projectId, name: 'Owner' });
    const adminToken = await ensureAdminToken(deps, projectId, join(dataDir, 'admin-token'));
    const { url } = await createSignInLink(deps, { userId, baseUrl, lifeMs: dayMs });
    return { adminToken, signInUrl: url };
  } finally {
    await prisma.$disconnect();
  }
}

async function ensureAdminToken(deps: AccessDeps, projectId: string, path: string): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const actor = await authenticate(deps, { bearer: kept.trim() });
  if (actor?.projectId === projectId && actor.scopes.has('admin')) return kept.trim();
  const { token } = await issueToken(deps, {
    projectId,
    name: 'admin-token of this machine',
    scopes: ['admin'],
    expiresAtMs: null,
    createdBy: 'npm start',
  });
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return token;
}
