import { listRunsQuerySchema, openRunSchema, runListSchema, runRefSchema } from '@proofload/contracts';
import { listRuns, openRun } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listRuns',
    summary: 'List runs that a filter leaves, sorted',
    description: 'A filter is such as `workers>=2 and p95<300 and label.branch="main"`.',
    access: 'read',
    query: listRunsQuerySchema,
    response: { kind: 'json', schema: runListSchema },
  },
  ({ ctx, query }) => listRuns(ctx, query),
);

export const POST = defineRoute(
  {
    operationId: 'openRun',
    summary: 'Open a run that somebody else executes',
    access: 'ingest',
    body: { kind: 'json', schema: openRunSchema },
    response: { kind: 'json', schema: runRefSchema },
    status: 201,
  },
  ({ ctx, body }) => openRun(ctx, body),
);
