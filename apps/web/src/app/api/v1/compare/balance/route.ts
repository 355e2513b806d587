import { balanceQuerySchema, balanceSchema } from '@proofload/contracts';
import { readBalance } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readBalance',
    summary: 'Tell how evenly load is spread over shards, pods or nodes, group by group against the baseline',
    access: 'read',

    query: balanceQuerySchema,
    response: { kind: 'json', schema: balanceSchema },
  },
  ({ ctx, query }) => readBalance(ctx, query),
);
