import { applyRetentionQuerySchema, applyRetentionSchema, retentionPassSchema } from '@proofload/contracts';
import { applyRetention } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'applyRetention',
    summary: 'Remove what has expired by the rules of the project, or say what would be removed',
    description:
      'One call removes from at most 500 runs; when more is left, a worker goes on with it. With `dryRun=true` nothing is ' +
      'removed, and the body may have other rules to try out.',
    access: 'admin',
    query: applyRetentionQuerySchema,
    body: { kind: 'json', schema: applyRetentionSchema, optional: true },
    response: { kind: 'json', schema: retentionPassSchema },
  },
  ({ ctx, query, body }) => applyRetention(ctx, { dryRun: query.dryRun === 'true', rules: body.rules }),
);
