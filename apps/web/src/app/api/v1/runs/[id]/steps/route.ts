import { idSchema, runStepsSchema } from '@proofload/contracts';
import { readRunSteps } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readRunSteps',
    summary: 'Read the steps of a capacity search, its answer and where resources reach their limits',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: runStepsSchema },
  },
  ({ ctx, params }) => readRunSteps(ctx, params),
);
