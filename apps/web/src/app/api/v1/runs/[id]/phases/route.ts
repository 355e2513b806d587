import { addPhaseSchema, idSchema, runSchema } from '@proofload/contracts';
import { addPhase } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'addPhase',
    summary: 'Name an interval of a run',
    access: 'ingest',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: addPhaseSchema },
    response: { kind: 'json', schema: runSchema },
    status: 201,
  },
  ({ ctx, params, body }) => addPhase(ctx, { ...body, ...params }),
);
