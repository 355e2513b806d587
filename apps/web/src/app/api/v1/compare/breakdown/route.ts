import { breakdownQuerySchema, breakdownSchema } from '@proofload/contracts';
import { readBreakdown } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readBreakdown',
    summary: 'Break a metric down by one label or two: ranked parts, shares, and whether they add up',
    access: 'read',

    query: breakdownQuerySchema,
    response: { kind: 'json', schema: breakdownSchema },
  },
  ({ ctx, query }) => readBreakdown(ctx, query),
);
