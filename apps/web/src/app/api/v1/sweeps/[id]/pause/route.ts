import { idSchema, sweepSchema } from '@proofload/contracts';
import { pauseSweep } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'pauseSweep',
    summary: 'Keep the runs of a sweep that wait from starting; those at work go on',
    access: 'launch',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params }) => pauseSweep(ctx, params),
);
