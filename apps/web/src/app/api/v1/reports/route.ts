import { createReportSchema, reportListSchema, reportSchema } from '@proofload/contracts';
import { createReport, listReports } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listReports',
    summary: 'List reports, newest first',
    access: 'read',
    response: { kind: 'json', schema: reportListSchema },
  },
  ({ ctx }) => listReports(ctx),
);

export const POST = defineRoute(
  {
    operationId: 'createReport',
    summary: 'Freeze a comparison into a report with a permalink',
    description:
      'The report holds the definitions of its runs as they were saved, with the environment values in them: keep secrets out of definitions.',
    access: 'launch',
    body: { kind: 'json', schema: createReportSchema },
    response: { kind: 'json', schema: reportSchema },
    status: 201,
  },
  ({ ctx, body }) => createReport(ctx, body),
);
