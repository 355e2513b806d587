import { scalingQuerySchema, scalingSchema } from '@proofload/contracts';
import { readScaling } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readScaling',
    summary: 'Follow measurements over the levels of a factor: steps, knee, efficiency and laws of scaling',
    access: 'read',
    query: scalingQuerySchema,
    response: { kind: 'json', schema: scalingSchema },
  },
  ({ ctx, query }) => readScaling(ctx, query),
);
