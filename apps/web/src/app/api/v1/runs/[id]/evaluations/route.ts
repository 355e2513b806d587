import { idSchema, listRunEvaluationsQuerySchema, runEvaluationListSchema } from '@proofload/contracts';
import { listRunEvaluations } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listRunEvaluations',
    summary: 'List the evaluations of a run, newest first: the present one and those that it replaced',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: listRunEvaluationsQuerySchema,
    response: { kind: 'json', schema: runEvaluationListSchema },
  },
  ({ ctx, params, query }) => listRunEvaluations(ctx, { ...params, ...query }),
);
