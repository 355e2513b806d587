import { idSchema, sweepSchema } from '@proofload/contracts';
import { resumeSweep } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'resumeSweep',
    summary: 'Let the runs of a paused sweep start again',
    access: 'launch',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params }) => resumeSweep(ctx, params),
);
