import { idSchema, sweepSchema } from '@proofload/contracts';
import { cancelSweep } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'cancelSweep',
    summary: 'Cancel every run of a sweep that has not ended',
    access: 'launch',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params }) => cancelSweep(ctx, params),
);
