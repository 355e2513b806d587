import {
  createdTokenSchema,
  runRefSchema,
  tokenListSchema,
  tokenSchema,
  whoSchema,
} from '@proofload/contracts';
import {
  authenticate,
  createSignInLink,
  issueToken,
  redeemSignInLink,
  sessionLifeMs,
} from '@proofload/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as redeem } from '@/app/sign-in/redeem/route.ts';
import { createTestInstance, makeRequest, type TestInstance, testBaseUrl } from './fixtures/test-instance.ts';
import { readSessionCookie } from './session-cookie.ts';

let instance: TestInstance;
beforeAll(async () => {
  instance = await createTestInstance();
});
afterAll(() => instance.close());

const newLink = async (lifeMs?: number): Promise<string> => {
  const { userId, container } = instance;
  const life = lifeMs === undefined ? {} : { lifeMs };
  const { url } = await createSignInLink(container, { userId, baseUrl: testBaseUrl, ...life });
  return new URL(url).searchParams.get('link') ?? '';
};

const postForm = (
  fields: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  redeem(
    makeRequest(new URL('/sign-in/redeem', testBaseUrl), 'POST', {
      body: new URLSearchParams(fields),
      headers,
    }),
  );

/** The same services at another time. */
const at = (nowMs: number) => ({ ...instance.container, clock: { nowMs: () => nowMs } });

describe('a sign-in link', () => {
  it('signs in once, with a cookie that scripts cannot read, and leads on', async () => {
    const link = await newLink();
    const response = await postForm({ link, next: '/runs?sort=name' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/runs?sort=name');
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^proofload_session=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    const session = readSessionCookie(testBaseUrl, cookie);
    const me = await instance.api('GET', '/me', { session });
    expect(whoSchema.parse(await me.json())).toEqual({
      kind: 'user',
      name: 'Owner',
      project: 'default',
      scopes: ['read', 'ingest', 'launch', 'admin'],
    });

    const again = await postForm({ link });
    expect(again.headers.get('location')).toBe('/sign-in?problem=link');
    expect(again.headers.get('set-cookie')).toBeNull();
  });

  it('signs one in when many try at once', async () => {
    const link = await newLink();
    const tries = await Promise.all(Array.from({ length: 8 }, () => postForm({ link })));
    expect(tries.filter((response) => response.headers.has('set-cookie'))).toHaveLength(1);
  });

  it('is taken whole as well, as people paste it', async () => {
    const response = await postForm({ link: ` ${testBaseUrl}/sign-in?link=${await newLink()} ` });
    expect(response.headers.has('set-cookie')).toBe(true);
  });

  it('is too old after its time', async () => {
    const nowMs = instance.container.clock.nowMs();
    const link = await newLink();
    await expect(redeemSignInLink(at(nowMs + 15 * 60_000 + 1000), { link })).rejects.toThrow(/too old/);
    await expect(redeemSignInLink(at(nowMs + 14 * 60_000), { link })).resolves.toMatchObject({
      session: expect.any(String),
    });
  });

  it('lives a day at most', async () => {
    const nowMs = instance.container.clock.nowMs();
    const link = await newLink(1e12);
    await expect(redeemSignInLink(at(nowMs + 25 * 3_600_000), { link })).rejects.toThrow(/too old/);
  });

  it('is not taken from another site', async () => {
    const link = await newLink();
    const response = await postForm({ link }, { 'sec-fetch-site': 'cross-site' });
    expect(response.headers.get('location')).toBe('/sign-in?problem=forbidden');
    expect((await postForm({ link })).headers.has('set-cookie')).toBe(true);
  });

  it('does not lead to another site', async () => {
    const response = await postForm({ link: await newLink(), next: '//evil.example' });
    expect(response.headers.get('location')).toBe('/');
  });

  it('cannot be guessed for long', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.7' };
    const problems: (string | null)[] = [];
    for (let count = 0; count < 25; count++) {
      problems.push((await postForm({ link: `guess-${count}` }, headers)).headers.get('location'));
    }
    expect(problems[0]).toBe('/sign-in?problem=link');
    expect(problems.at(-1)).toBe('/sign-in?problem=rate-limited');
  });

  it('is kept as a hash alone, as are sessions and tokens', async () => {
    const link = await newLink();
    const session = await instance.signIn();
    const { prisma } = instance.database;
    const rows = await Promise.all([
      prisma.signInLink.findMany(),
      prisma.session.findMany(),
      prisma.apiToken.findMany(),
    ]);
    const stored = JSON.stringify(rows);
    for (const secret of [link, session, instance.admin]) expect(stored).not.toContain(secret);
  });
});

describe('a session', () => {
  it('ends everywhere when its owner signs out', async () => {
    const session = await instance.signIn();
    const response = await instance.api('POST', '/sign-out', { session });
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^proofload_session=; Max-Age=0;/);
    expect((await instance.api('GET', '/me', { session })).status).toBe(401);
  });

  it('lives 30 days from its last use', async () => {
    const session = await instance.signIn();
    const startMs = instance.container.clock.nowMs();
    const nearlyMs = startMs + sessionLifeMs - 60_000;
    expect(await authenticate(at(nearlyMs), { session })).toMatchObject({ kind: 'user' });
    expect(await authenticate(at(nearlyMs + sessionLifeMs - 60_000), { session })).toMatchObject({
      kind: 'user',
    });
    expect(await authenticate(at(nearlyMs + 3 * sessionLifeMs), { session })).toBeNull();
  });

  it('ends when its user leaves the project', async () => {
    const { prisma } = instance.database;
    const guest = await prisma.user.create({ data: { id: 'guest000000000', name: 'Guest' } });
    await prisma.member.create({ data: { userId: guest.id, projectId: instance.projectId, role: 'member' } });
    const { url } = await createSignInLink(instance.container, { userId: guest.id, baseUrl: testBaseUrl });
    const link = new URL(url).searchParams.get('link') ?? '';
    const { session } = await redeemSignInLink(instance.container, { link });
    expect((await instance.api('GET', '/me', { session })).status).toBe(200);
    await prisma.member.deleteMany({ where: { userId: guest.id } });
    expect((await instance.api('GET', '/me', { session })).status).toBe(401);
  });

  const elsewhere: [name: string, headers: Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:8085' }],
  ];
  it.each(elsewhere)('changes nothing for %s, but reads', async (_name, headers) => {
    const session = await instance.signIn();
    const json = { name: 'forged', scopes: ['admin'] };
    const response = await instance.api('POST', '/tokens', { session, json, headers });
    expect(response.status).toBe(403);
    expect((await instance.api('GET', '/tokens', { session, headers })).status).toBe(200);
    const list = tokenListSchema.parse(await (await instance.api('GET', '/tokens', { session })).json());
    expect(list.items.map((token) => token.name)).not.toContain('forged');
  });

  it('does not stand in for a token that is wrong', async () => {
    const session = await instance.signIn();
    for (const authorization of ['Bearer wrong', 'Basic eDp5', 'Bearer', '']) {
      const response = await instance.api('GET', '/me', { session, headers: { authorization } });
      expect(response.status, authorization).toBe(401);
    }
  });
});

describe('a token', () => {
  it('is shown once, lists without its secret, and ends when revoked', async () => {
    const session = await instance.signIn();
    const json = { name: 'ci', scopes: ['read', 'ingest', 'read'] };
    const created = createdTokenSchema.parse(
      await (await instance.api('POST', '/tokens', { session, json })).json(),
    );
    expect(created.token).toMatch(/^pl_[\w-]{43}$/);
    expect(created.token.startsWith(created.prefix)).toBe(true);
    expect(created.scopes).toEqual(['read', 'ingest']);

    const me = whoSchema.parse(await (await instance.api('GET', '/me', { token: created.token })).json());
    expect(me).toEqual({ kind: 'token', name: 'ci', project: 'default', scopes: ['read', 'ingest'] });

    const listed = await (await instance.api('GET', '/tokens', { session })).text();
    expect(listed).not.toContain(created.token);
    const entry = tokenListSchema.parse(JSON.parse(listed)).items.find((token) => token.id === created.id);
    expect(entry).toMatchObject({ name: 'ci', revokedAt: null, lastUsedAt: expect.any(String) });

    const revoked = tokenSchema.parse(
      await (await instance.api('DELETE', `/tokens/${created.id}`, { session })).json(),
    );
    expect(revoked.revokedAt).not.toBeNull();
    expect((await instance.api('GET', '/me', { token: created.token })).status).toBe(401);
    const again = tokenSchema.parse(
      await (await instance.api('DELETE', `/tokens/${created.id}`, { session })).json(),
    );
    expect(again.revokedAt).toBe(revoked.revokedAt);
  });

  it('ends at its time', async () => {
    const session = await instance.signIn();
    const nowMs = instance.container.clock.nowMs();
    const json = { name: 'short', scopes: ['read'], expiresAt: new Date(nowMs + 60_000).toISOString() };
    const created = createdTokenSchema.parse(
      await (await instance.api('POST', '/tokens', { session, json })).json(),
    );
    expect(await authenticate(at(nowMs + 59_000), { bearer: created.token })).toMatchObject({
      kind: 'token',
    });
    expect(await authenticate(at(nowMs + 60_000), { bearer: created.token })).toBeNull();
  });

  it('cannot be made to end in the past', async () => {
    const json = { name: 'late', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' };
    const response = await instance.api('POST', '/tokens', { token: instance.admin, json });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'expiresAt' }] });
  });

  it('of another project is not there', async () => {
    const foreign = await instance.tokenWith(['admin'], 'elsewhere');
    const { items } = tokenListSchema.parse(
      await (await instance.api('GET', '/tokens', { token: instance.admin })).json(),
    );
    const own = items[0]?.id ?? '';
    expect((await instance.api('DELETE', `/tokens/${own}`, { token: foreign })).status).toBe(404);
    expect((await instance.api('GET', '/me', { token: instance.admin })).status).toBe(200);
  });
});

describe('the token of a run', () => {
  const json = { params: {}, labels: {} };
  const openRun = async (): Promise<string> => {
    const response = await instance.api('POST', '/runs', { token: instance.admin, json });
    return runRefSchema.parse(await response.json()).id;
  };
  const issue = async (runId: string): Promise<string> => {
    const { projectId } = instance;
    const input = {
      projectId,
      runId,
      name: 'pods',
      scopes: ['ingest'],
      expiresAtMs: null,
      createdBy: 'test',
    } as const;
    return (await issueToken(instance.container, input)).token;
  };
  const pushMetrics = (token: string, runId: string) => {
    const body = '# TYPE depth gauge\ndepth 3 1795197600\n# EOF\n';
    const headers = { 'content-type': 'application/openmetrics-text' };
    return instance.api('PUT', `/runs/${runId}/openmetrics`, { token, headers, body });
  };

  it('pushes into its run and does nothing else', async () => {
    const [own, other] = [await openRun(), await openRun()];
    const token = await issue(own);
    expect((await pushMetrics(token, own)).status).toBe(200);
    expect((await pushMetrics(token, other)).status).toBe(403);
    const refused = [
      await instance.api('GET', '/me', { token }),
      await instance.api('GET', `/runs/${own}`, { token }),
      await instance.api('POST', '/runs', { token, json }),
      await instance.api('POST', `/runs/${own}/finish`, { token, json: {} }),
      await instance.api('POST', `/runs/${own}/phases`, { token, json: { name: 'load', start: 'now' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('is not among those of the project, and ends with its run', async () => {
    const runId = await openRun();
    const token = await issue(runId);
    const listed = await (await instance.api('GET', '/tokens', { token: instance.admin })).text();
    expect(listed).not.toContain('pods');
    await instance.container.repos.access.revokeRunTokens(runId, instance.container.clock.nowMs());
    expect((await pushMetrics(token, runId)).status).toBe(401);
  });
});
