import { catalogQuerySchema, idSchema, seriesCatalogSchema } from '@proofload/contracts';
import { listCatalog } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listSeries',
    summary: 'Find single series of a run by words or labels',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: catalogQuerySchema,
    response: { kind: 'json', schema: seriesCatalogSchema },
  },
  ({ ctx, params, query }) => listCatalog(ctx, { runId: params.id, ...query }),
);
