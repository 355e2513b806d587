import { addAnnotationSchema, idSchema, runSchema } from '@proofload/contracts';
import { addAnnotation } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'addAnnotation',
    summary: 'Mark a moment of a run',
    access: 'ingest',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: addAnnotationSchema },
    response: { kind: 'json', schema: runSchema },
    status: 201,
  },
  ({ ctx, params, body }) => addAnnotation(ctx, { ...body, ...params }),
);
