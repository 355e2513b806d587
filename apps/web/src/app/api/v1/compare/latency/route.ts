import { latencyQuerySchema, latencySchema } from '@proofload/contracts';
import { readLatency } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readLatency',
    summary: 'Read percentiles of a distribution by the values of a label, such as verb or endpoint',
    access: 'read',

    query: latencyQuerySchema,
    response: { kind: 'json', schema: latencySchema },
  },
  ({ ctx, query }) => readLatency(ctx, query),
);
