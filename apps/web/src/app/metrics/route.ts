import { getContainer } from '@/server/container.ts';
import { isLoopbackUrl } from '@/server/loopback.ts';
import { defineRoute } from '@/server/route.ts';

const declaration = {
  operationId: 'readServiceMetrics',
  summary: 'What this server has done, in Prometheus text format',
  response: { kind: 'stream', contentType: 'text/plain', description: 'Prometheus text format 0.0.4' },
} as const;

const answer = async (): Promise<Response> => {
  const container = getContainer();
  const text = container.metrics.render({ runsByStatus: await container.repos.runs.countByStatus() });
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(text, { headers });
};

const open = defineRoute({ ...declaration, access: 'public' }, answer);
const guarded = defineRoute({ ...declaration, access: 'read' }, answer);

/** Open on an instance that is reached by its own machine alone; otherwise a scraper needs a token with the scope `read`. */
export function GET(...call: Parameters<typeof open>): Promise<Response> {
  return isLoopbackUrl(getContainer().env.baseUrl) ? open(...call) : guarded(...call);
}
