import { finishRunSchema, idSchema, runSchema } from '@proofload/contracts';
import { finishRun } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'finishRun',
    summary: 'Close a run: computes measurements, objectives and verdict',
    access: 'ingest',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: finishRunSchema, optional: true },
    response: { kind: 'json', schema: runSchema },
  },
  ({ ctx, params, body }) => finishRun(ctx, { ...body, ...params }),
);
