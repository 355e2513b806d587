import { capacityComparisonSchema, compareQuerySchema } from '@proofload/contracts';
import { compareCapacity } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'compareCapacity',
    summary:
      'Say what bounds the capacity of runs: projected limits beside observed failures, and which limit binds first',
    access: 'read',
    query: compareQuerySchema,
    response: { kind: 'json', schema: capacityComparisonSchema },
  },
  ({ ctx, query }) => compareCapacity(ctx, query),
);
