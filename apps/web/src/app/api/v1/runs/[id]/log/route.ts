import { idSchema, logQuerySchema, runLogSchema } from '@proofload/contracts';
import { readRunLog } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readRunLog',
    summary: 'Read log lines of a run after a number',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: logQuerySchema,
    response: { kind: 'json', schema: runLogSchema },
  },
  ({ ctx, params, query }) => readRunLog(ctx, { ...params, ...query }),
);
