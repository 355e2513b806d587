import { getContainer } from '@/server/container.ts';

const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

/** Ready: the database answers, so calls can be served. */
export async function GET(): Promise<Response> {
  const container = getContainer();
  try {
    await container.pingDatabase();
    return new Response('ready\n', { headers });
  } catch (error) {
    container.log.warn('Not ready: the database does not answer', { error });
    return new Response('The database does not answer\n', {
      status: 503,
      headers: { ...headers, 'retry-after': '2' },
    });
  }
}

export const dynamic = 'force-dynamic';
