import { idSchema, reportSchema, reportSummarySchema, updateReportSchema } from '@proofload/contracts';
import { readReport, updateReport } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const GET = defineRoute(
  {
    operationId: 'readReport',
    summary: 'Read a report; no credentials are needed while it is shared by link',
    access: 'public',
    params,
    response: { kind: 'json', schema: reportSchema },
  },
  (call) => readReport(call.ctx, call.params),
);

export const PATCH = defineRoute(
  {
    operationId: 'updateReport',
    summary: 'Change who may read a report, or revoke it for good',
    access: 'launch',
    params,
    body: { kind: 'json', schema: updateReportSchema },
    response: { kind: 'json', schema: reportSummarySchema },
  },
  (call) => updateReport(call.ctx, { ...call.body, ...call.params }),
);
