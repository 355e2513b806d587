import { ProofloadError } from '@proofload/domain';
import { redeemSignInLink } from '@proofload/services';
import { createAttemptLimit } from '@/server/attempt-limit.ts';
import { readLimited } from '@/server/body.ts';
import { getContainer } from '@/server/container.ts';
import { refuseCrossSite } from '@/server/cross-site.ts';
import { safeNextPath } from '@/server/next-path.ts';
import { openSessionCookie } from '@/server/session-cookie.ts';

const maxFormBytes = 8 * 1024;
const limit = createAttemptLimit(20);

/**
 * Uses a sign-in link up and opens a session. Takes the form of the sign-in page, so that following a link, which previews
 * and prefetches do as well, changes nothing. Always answers with a redirect, and says what was wrong in `problem`.
 */
export async function POST(request: Request): Promise<Response> {
  const container = getContainer();
  const { baseUrl } = container.env;
  // Next puts the address of the connection here unless a proxy has.
  const caller = request.headers.get('x-forwarded-for') ?? '';
  const nowMs = container.clock.nowMs();
  try {
    refuseCrossSite(request.headers, baseUrl);
    limit.check(caller, nowMs);
    const form = new URLSearchParams(await readForm(request));
    const { session, expiresAtMs } = await redeemSignInLink(container, {
      link: readSecret(form.get('link') ?? ''),
    });
    return seeOther(safeNextPath(form.get('next')), {
      'set-cookie': openSessionCookie(baseUrl, session, expiresAtMs),
    });
  } catch (error) {
    if (!(error instanceof ProofloadError)) {
      container.log.error('Signing in failed', { error });
      return seeOther('/sign-in?problem=internal');
    }
    limit.countFailure(caller, nowMs);
    return seeOther(`/sign-in?problem=${error.code === 'unauthenticated' ? 'link' : error.code}`);
  }
}

/** The secret alone, or the whole address that was printed, as people paste either. */
const readSecret = (text: string): string => /[?&]link=([\w-]+)/.exec(text)?.[1] ?? text.trim();

async function readForm(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readLimited(request, maxFormBytes)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const seeOther = (location: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store', ...headers } });
