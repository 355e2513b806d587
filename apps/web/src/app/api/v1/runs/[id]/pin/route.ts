import { idSchema, runSchema } from '@proofload/contracts';
import { pinRun, unpinRun } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const PUT = defineRoute(
  {
    operationId: 'pinRun',
    summary: 'Keep everything of a run, whatever the rules of the project say',
    access: 'launch',
    params,
    response: { kind: 'json', schema: runSchema },
  },
  (call) => pinRun(call.ctx, call.params),
);

export const DELETE = defineRoute(
  {
    operationId: 'unpinRun',
    summary: 'Leave a run to the rules of the project again',
    access: 'launch',
    params,
    response: { kind: 'json', schema: runSchema },
  },
  (call) => unpinRun(call.ctx, call.params),
);
