import { idSchema, metricListSchema } from '@proofload/contracts';
import { listMetrics } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listMetrics',
    summary: 'List the metrics of a run with their totals',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: metricListSchema },
  },
  ({ ctx, params }) => listMetrics(ctx, { runId: params.id }),
);
