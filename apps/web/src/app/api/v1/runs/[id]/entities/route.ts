import { entitiesQuerySchema, entitiesSchema, idSchema } from '@proofload/contracts';
import { readEntities } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readEntities',
    summary: 'Read shards, pods or nodes of a run over time, one value for each step',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: entitiesQuerySchema,
    response: { kind: 'json', schema: entitiesSchema },
  },
  ({ ctx, params, query }) => readEntities(ctx, { runId: params.id, ...query }),
);
