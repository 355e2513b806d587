import { runMetricsSchema, runsQuerySchema } from '@proofload/contracts';
import { readMetricsOfRuns } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readMetricsOfRuns',
    summary: 'List the metrics of several runs with their totals',
    access: 'read',
    query: runsQuerySchema,
    response: { kind: 'json', schema: runMetricsSchema },
  },
  ({ ctx, query }) => readMetricsOfRuns(ctx, query),
);
