import { compareQuerySchema, comparisonSchema } from '@proofload/contracts';
import { compareRuns } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'compareRuns',
    summary: 'Compare runs or treatments: ratios to a baseline, intervals, replicate counts and objectives',
    access: 'read',
    query: compareQuerySchema,
    response: { kind: 'json', schema: comparisonSchema },
  },
  ({ ctx, query }) => compareRuns(ctx, query),
);
