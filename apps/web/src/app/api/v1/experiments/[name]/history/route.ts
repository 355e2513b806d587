import { historyQuerySchema, historySchema, nameSchema } from '@proofload/contracts';
import { readHistory } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readHistory',
    summary: 'Read a measurement of an experiment over its runs, with where it changed',
    description:
      'Changes are found by E-divisive with a permutation test, from 10 runs of a treatment on; the same runs give the ' +
      'same answer. `alarms` counts those that nobody has acknowledged, for a pipeline to stop at.',
    access: 'read',
    params: z.object({ name: nameSchema }),
    query: historyQuerySchema,
    response: { kind: 'json', schema: historySchema },
  },
  ({ ctx, params, query }) => readHistory(ctx, { ...query, ...params }),
);
