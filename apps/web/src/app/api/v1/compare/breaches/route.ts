import { breachComparisonSchema, breachesQuerySchema } from '@proofload/contracts';
import { compareBreaches } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'compareBreaches',
    summary:
      'Say how the objectives of runs held over time and in each phase, and thresholds as k6 judged them',
    access: 'read',
    query: breachesQuerySchema,
    response: { kind: 'json', schema: breachComparisonSchema },
  },
  ({ ctx, query }) => compareBreaches(ctx, query),
);
