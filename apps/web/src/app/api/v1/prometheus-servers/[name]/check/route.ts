import { nameSchema, prometheusServerCheckSchema } from '@proofload/contracts';
import { checkPrometheusServer } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'checkPrometheusServer',
    summary: 'Ask a Prometheus server a query, and what it is',
    description: 'A server that does not answer is a result: `reachable` is false and `error` says why.',
    access: 'launch',
    params: z.object({ name: nameSchema }),
    response: { kind: 'json', schema: prometheusServerCheckSchema },
  },
  ({ ctx, params: { name } }) => checkPrometheusServer(ctx, { name }),
);
