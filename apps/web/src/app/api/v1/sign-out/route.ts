import { signOut } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';
import { closeSessionCookie, readSessionCookie } from '@/server/session-cookie.ts';

export const POST = defineRoute(
  {
    operationId: 'signOut',
    summary: 'End the session that the cookie belongs to',
    access: 'anyone-known',
    response: { kind: 'empty' },
  },
  async ({ ctx, request, container }) => {
    const { baseUrl } = container.env;
    const session = readSessionCookie(baseUrl, request.headers.get('cookie'));
    if (session !== undefined) await signOut(ctx, { session });
    return new Response(null, { status: 204, headers: { 'set-cookie': closeSessionCookie(baseUrl) } });
  },
);
