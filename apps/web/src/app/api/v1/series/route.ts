import { runsWithSeriesSchema, seriesSearchQuerySchema } from '@proofload/contracts';
import { findRunsWithSeries } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listRunsWithSeries',
    summary: 'Find the runs that have series of a metric with given labels',
    access: 'read',
    query: seriesSearchQuerySchema,
    response: { kind: 'json', schema: runsWithSeriesSchema },
  },
  ({ ctx, query }) => findRunsWithSeries(ctx, query),
);
