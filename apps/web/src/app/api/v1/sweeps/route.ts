import { listSweepsQuerySchema, sweepListSchema } from '@proofload/contracts';
import { listSweeps } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listSweeps',
    summary: 'List sweeps, newest first',
    access: 'read',
    query: listSweepsQuerySchema,
    response: { kind: 'json', schema: sweepListSchema },
  },
  ({ ctx, query }) => listSweeps(ctx, query),
);
