import { draftEvaluationSchema, draftNameSchema } from '@proofload/contracts';
import { evaluateDraft } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'evaluateDraft',
    summary: 'Work out every number, claim and block of a draft from the runs as they are now',
    access: 'read',
    params: z.object({ name: draftNameSchema }),
    response: { kind: 'json', schema: draftEvaluationSchema },
  },
  ({ ctx, params: { name } }) => evaluateDraft(ctx, { name }),
);
