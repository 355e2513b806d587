import { idSchema, seriesStatisticsSchema, statisticsQuerySchema } from '@proofload/contracts';
import { readStatistics } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readStatistics',
    summary: 'Aggregate a metric over any stretch of a run, with percentiles of the observations in it',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: statisticsQuerySchema,
    response: { kind: 'json', schema: seriesStatisticsSchema },
  },
  ({ ctx, params, query }) => readStatistics(ctx, { runId: params.id, ...query }),
);
