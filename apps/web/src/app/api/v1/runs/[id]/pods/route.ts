import { idSchema, runPodsQuerySchema, runPodsSchema } from '@proofload/contracts';
import { listRunPods } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listRunPods',
    summary: 'List pods and Jobs of a run with their lives, and how many pods were in which state over time',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: runPodsQuerySchema,
    response: { kind: 'json', schema: runPodsSchema },
  },
  ({ ctx, params, query }) => listRunPods(ctx, { ...params, ...query }),
);
