import { idSchema, podLogQuerySchema, podLogSchema } from '@proofload/contracts';
import { readPodLog } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readPodLog',
    summary: 'Read the end of the log of a pod of a run',
    description:
      'From the cluster while the objects of the run may be there, or else what was kept of it when the run ended.',
    access: 'read',
    params: z.object({ id: idSchema, pod: z.string().min(1).max(253) }),
    query: podLogQuerySchema,
    response: { kind: 'json', schema: podLogSchema },
  },
  ({ ctx, params, query }) => readPodLog(ctx, { ...params, ...query }),
);
