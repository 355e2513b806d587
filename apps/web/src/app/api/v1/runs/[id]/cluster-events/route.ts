import { clusterEventsQuerySchema, clusterEventsSchema, idSchema } from '@proofload/contracts';
import { listClusterEvents } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listClusterEvents',
    summary: 'List what a cluster reported of the objects of a run',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: clusterEventsQuerySchema,
    response: { kind: 'json', schema: clusterEventsSchema },
  },
  ({ ctx, params, query }) => listClusterEvents(ctx, { ...params, ...query }),
);
