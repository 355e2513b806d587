import { deleteRunQuerySchema, idSchema, runSchema } from '@proofload/contracts';
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
    description:
      'A pinned run is kept, with a conflict (409) that says who pinned it, unless `pinned=delete` asks for it.',
    access: 'launch',
    params,
    query: deleteRunQuerySchema,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { id }, query }) => deleteRun(ctx, { id, ...query }),
);
