import { idSchema, sweepSchema } from '@proofload/contracts';
import { readSweep } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readSweep',
    summary: 'Read a sweep: its progress, its runs and its goals',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params }) => readSweep(ctx, params),
);
