import { tradeOffQuerySchema, tradeOffSchema } from '@proofload/contracts';
import { readTradeOff } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readTradeOff',
    summary: 'Weigh two measurements of runs or treatments against one another, with their Pareto front',
    access: 'read',
    query: tradeOffQuerySchema,
    response: { kind: 'json', schema: tradeOffSchema },
  },
  ({ ctx, query }) => readTradeOff(ctx, query),
);
