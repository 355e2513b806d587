import { idSchema, retryRunsSchema, sweepAdditionSchema } from '@proofload/contracts';
import { retryRuns } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'retryRuns',
    summary: 'Repeat runs of a sweep that did not complete',
    description:
      'Each is repeated by a new run with the next replicate number, and kept with all that it had measured; the verdict of the sweep then counts the new one. A run is repeated once: the same request again adds nothing, and a repetition that failed is repeated in its turn. A finished sweep is open again until its new runs have ended.',
    access: 'launch',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: retryRunsSchema, optional: true },
    response: { kind: 'json', schema: sweepAdditionSchema },
  },
  ({ ctx, params: { id }, body }) => retryRuns(ctx, { ...body, id }),
);
