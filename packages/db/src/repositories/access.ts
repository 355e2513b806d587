import type { Scope } from '@proofload/contracts';
import type { Db } from '../client.ts';
import type { ApiToken } from '../generated/client.ts';

export interface TokenRecord {
  id: string;
  projectId: string;
  name: string;
  /** First characters of the secret, to tell tokens apart. */
  prefix: string;
  scopes: readonly Scope[];
  createdAtMs: number;
  lastUsedAtMs: number | null;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  /** The one run that it may push into; null for tokens of people and pipelines. */
  runId: string | null;
}

export interface SessionRecord {
  userId: string;
  userName: string;
  projectId: string;
  lastSeenAtMs: number;
  expiresAtMs: number;
}

/** Who may do what: projects and their members, tokens, sign-in links and sessions. Of secrets only hashes get here. */
export function createAccessRepository(db: Db) {
  return {
    /** The id of the project of that name, which is made when there is none. */
    async ensureProject(id: string, name: string): Promise<string> {
      const project = await db.project.upsert({ where: { name }, create: { id, name }, update: {} });
      return project.id;
    },

    async findProjectName(projectId: string): Promise<string | null> {
      const project = await db.project.findUnique({ where: { id: projectId }, select: { name: true } });
      return project?.name ?? null;
    },

    /** The first owner of a project, who is made when there is none. */
    async ensureOwner(projectId: string, newUser: { id: string; name: string }): Promise<string> {
      return db.$transaction(async (tx) => {
        // Two starters take turns on the project's row, so that one owner is made.
        await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId} FOR UPDATE`;
        const known = await tx.member.findFirst({
          where: { projectId, role: 'owner' },
          orderBy: { userId: 'asc' },
        });
        if (known) return known.userId;
        await tx.user.create({ data: { ...newUser, members: { create: { projectId, role: 'owner' } } } });
        return newUser.id;
      });
    },

    async insertToken(
      token: Omit<TokenRecord, 'lastUsedAtMs' | 'revokedAtMs'> & { hash: string; createdBy: string },
    ): Promise<TokenRecord> {
      const { createdAtMs, expiresAtMs, scopes, ...rest } = token;
      const row = await db.apiToken.create({
        data: {
          ...rest,
          scopes: [...scopes],
          createdAt: new Date(createdAtMs),
          expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs),
        },
      });
      return toTokenRecord(row);
    },

    /** Of people and pipelines, newest first; those of runs come and go with them. */
    async listTokens(projectId: string): Promise<TokenRecord[]> {
      const rows = await db.apiToken.findMany({
        where: { projectId, runId: null },
        orderBy: { createdAt: 'desc' },
        take: 500,
      });
      return rows.map(toTokenRecord);
    },

    async findTokenByHash(hash: string): Promise<TokenRecord | null> {
      const row = await db.apiToken.findUnique({ where: { hash } });
      return row && toTokenRecord(row);
    },

    async touchToken(id: string, atMs: number): Promise<void> {
      await db.apiToken.updateMany({ where: { id }, data: { lastUsedAt: new Date(atMs) } });
    },

    /** Revokes a token for good; the time of the first revocation stays. Null when the project has no such token. */
    async revokeToken(projectId: string, id: string, atMs: number): Promise<TokenRecord | null> {
      await db.apiToken.updateMany({
        where: { projectId, id, revokedAt: null },
        data: { revokedAt: new Date(atMs) },
      });
      const row = await db.apiToken.findFirst({ where: { projectId, id } });
      return row && toTokenRecord(row);
    },

    /** Of one run, newest first. */
    async findRunTokens(runId: string): Promise<TokenRecord[]> {
      const rows = await db.apiToken.findMany({ where: { runId }, orderBy: { createdAt: 'desc' } });
      return rows.map(toTokenRecord);
    },

    /** Ends what may push into a run and no other. Repeatable. */
    async revokeRunTokens(runId: string, atMs: number): Promise<void> {
      await db.apiToken.updateMany({
        where: { runId, revokedAt: null },
        data: { revokedAt: new Date(atMs) },
      });
    },

    async insertSignInLink(link: { hash: string; userId: string; expiresAtMs: number }): Promise<void> {
      const { expiresAtMs, ...rest } = link;
      await db.signInLink.create({ data: { ...rest, expiresAt: new Date(expiresAtMs) } });
    },

    /** Uses a link up and gives its user; null when it is unknown, expired or was used before, by however many at once. */
    async useSignInLink(hash: string, atMs: number): Promise<string | null> {
      const at = new Date(atMs);
      const [used] = await db.signInLink.updateManyAndReturn({
        where: { hash, usedAt: null, expiresAt: { gt: at } },
        data: { usedAt: at },
      });
      return used?.userId ?? null;
    },

    /** The project a user signs in to: the one joined under the smallest id. */
    async findProjectOfUser(userId: string): Promise<string | null> {
      const member = await db.member.findFirst({ where: { userId }, orderBy: { projectId: 'asc' } });
      return member?.projectId ?? null;
    },

    async insertSession(session: {
      hash: string;
      userId: string;
      projectId: string;
      atMs: number;
      expiresAtMs: number;
    }): Promise<void> {
      const { atMs, expiresAtMs, ...rest } = session;
      const at = new Date(atMs);
      await db.session.create({
        data: { ...rest, createdAt: at, lastSeenAt: at, expiresAt: new Date(expiresAtMs) },
      });
    },

    /** A session whose user is still a member of its project. */
    async findSession(hash: string): Promise<SessionRecord | null> {
      const row = await db.session.findUnique({
        where: { hash },
        include: { user: { include: { members: { select: { projectId: true } } } } },
      });
      if (!row?.user.members.some((member) => member.projectId === row.projectId)) return null;
      return {
        userId: row.userId,
        userName: row.user.name,
        projectId: row.projectId,
        lastSeenAtMs: row.lastSeenAt.getTime(),
        expiresAtMs: row.expiresAt.getTime(),
      };
    },

    async extendSession(hash: string, seenAtMs: number, expiresAtMs: number): Promise<void> {
      await db.session.updateMany({
        where: { hash },
        data: { lastSeenAt: new Date(seenAtMs), expiresAt: new Date(expiresAtMs) },
      });
    },

    async deleteSession(hash: string): Promise<void> {
      await db.session.deleteMany({ where: { hash } });
    },

    /** Forgets sessions and links that can be of no use any more. */
    async deleteExpired(beforeMs: number): Promise<void> {
      const expired = { expiresAt: { lt: new Date(beforeMs) } };
      await db.session.deleteMany({ where: expired });
      await db.signInLink.deleteMany({ where: expired });
    },
  };
}

export type AccessRepository = ReturnType<typeof createAccessRepository>;

function toTokenRecord(row: ApiToken): TokenRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes as Scope[],
    createdAtMs: row.createdAt.getTime(),
    lastUsedAtMs: row.lastUsedAt?.getTime() ?? null,
    expiresAtMs: row.expiresAt?.getTime() ?? null,
    revokedAtMs: row.revokedAt?.getTime() ?? null,
    runId: row.runId,
  };
}
