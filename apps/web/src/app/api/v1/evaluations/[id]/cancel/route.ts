import { evaluationJobSchema, idSchema } from '@proofload/contracts';
import { cancelEvaluationJob } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'cancelEvaluationJob',
    summary: 'End the evaluation of stored runs early: runs that have new results keep them',
    access: 'launch',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: evaluationJobSchema },
  },
  ({ ctx, params }) => cancelEvaluationJob(ctx, params),
);
