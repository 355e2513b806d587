import { idSchema, runSchema } from '@proofload/contracts';
import { deleteRun, readRun } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const GET = defineRoute(
  {
    operationId: 'readRun',
    summary: 'Read a run: status, outcome, verdict, measurements, objectives and phases',
    access: 'read',
    params,
    response: { kind: 'json', schema: runSchema },
  },
  (call) => readRun(call.ctx, call.params),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteRun',
    summary: 'Delete a run with all its data; reports that show it stay as they are',
    access: 'launch',
    params,
    response: { kind: 'empty' },
  },
  (call) => deleteRun(call.ctx, call.params),
);
