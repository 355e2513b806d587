import { idSchema, ingestQuerySchema, ingestReportSchema } from '@proofload/contracts';
import { ingestK6 } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const PUT = defineRoute(
  {
    operationId: 'ingestK6',
    summary: 'Store what k6 wrote',
    description:
      'The same bytes sent again change nothing; other bytes under the same part replace what it held.',
    access: 'ingest',
    takesRunTokens: true,
    params: z.object({ id: idSchema }),
    query: ingestQuerySchema,
    body: {
      kind: 'upload',
      description: 'k6 NDJSON, CSV or any of its summaries in JSON, gzipped or not; told apart by content',
    },
    response: { kind: 'json', schema: ingestReportSchema },
  },
  async ({ ctx, params, query, body, container }) => {
    const report = await ingestK6(ctx, { runId: params.id, ...query, body });
    container.metrics.countSamples(report.format, report.unchanged ? 0 : report.samples);
    return report;
  },
);
