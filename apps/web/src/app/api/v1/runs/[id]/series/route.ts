import { idSchema, seriesQuerySchema, seriesResponseSchema } from '@proofload/contracts';
import { readSeries } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readSeries',
    summary: 'Read a metric of a run over time, downsampled to a number of points',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: seriesQuerySchema,
    response: { kind: 'json', schema: seriesResponseSchema },
  },
  ({ ctx, params, query }) => readSeries(ctx, { runId: params.id, ...query }),
);
