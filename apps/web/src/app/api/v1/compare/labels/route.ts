import { runLabelsSchema, runsQuerySchema } from '@proofload/contracts';
import { listRunLabels } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readLabelsOfRuns',
    summary: 'Read what metrics of several runs can be taken apart by: labels, windows and phases',
    access: 'read',

    query: runsQuerySchema,
    response: { kind: 'json', schema: runLabelsSchema },
  },
  ({ ctx, query }) => listRunLabels(ctx, query),
);
