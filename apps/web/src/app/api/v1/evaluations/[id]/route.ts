import { evaluationJobSchema, idSchema } from '@proofload/contracts';
import { readEvaluationJob } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readEvaluationJob',
    summary: 'Say how far the evaluation of stored runs is',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: evaluationJobSchema },
  },
  ({ ctx, params }) => readEvaluationJob(ctx, params),
);
