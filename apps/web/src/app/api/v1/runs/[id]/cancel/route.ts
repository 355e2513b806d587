import { idSchema, runSchema } from '@proofload/contracts';
import { cancelRun } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'cancelRun',
    summary: 'Stop a run and clean up after it',
    access: 'launch',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: runSchema },
  },
  ({ ctx, params }) => cancelRun(ctx, params),
);
