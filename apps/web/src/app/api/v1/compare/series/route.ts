import { runSeriesQuerySchema, runSeriesResponseSchema } from '@proofload/contracts';
import { readSeriesOfRuns } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readSeriesOfRuns',
    summary: 'Read metrics of several runs over time, downsampled to a number of points',
    access: 'read',
    query: runSeriesQuerySchema,
    response: { kind: 'json', schema: runSeriesResponseSchema },
  },
  ({ ctx, query }) => readSeriesOfRuns(ctx, query),
);
