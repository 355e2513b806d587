import { changeAnnotationSchema, idSchema, runSchema } from '@proofload/contracts';
import { changeAnnotation, deleteAnnotation } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema, annotation: idSchema });

export const PATCH = defineRoute(
  {
    operationId: 'changeAnnotation',
    summary: 'Move a note of a run, or change what it says',
    access: 'ingest',
    params,
    body: { kind: 'json', schema: changeAnnotationSchema },
    response: { kind: 'json', schema: runSchema },
  },
  (call) => changeAnnotation(call.ctx, { ...call.body, ...call.params }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteAnnotation',
    summary: 'Remove a note of a run',
    access: 'ingest',
    params,
    response: { kind: 'json', schema: runSchema },
  },
  (call) => deleteAnnotation(call.ctx, call.params),
);
