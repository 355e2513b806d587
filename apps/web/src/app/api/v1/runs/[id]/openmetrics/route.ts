import { idSchema, ingestQuerySchema, ingestReportSchema } from '@proofload/contracts';
import { ingestOpenMetrics } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const PUT = defineRoute(
  {
    operationId: 'ingestOpenMetrics',
    summary: 'Store a scrape',
    description:
      'A text with time stamps replaces what the part held. One without is of the moment when it arrives, and is added. The same bytes as the last time change nothing.',
    access: 'ingest',
    takesRunTokens: true,
    params: z.object({ id: idSchema }),
    query: ingestQuerySchema,
    body: {
      kind: 'upload',
      description: 'A scrape in Prometheus text format, or OpenMetrics text with time stamps, gzipped or not',
    },
    response: { kind: 'json', schema: ingestReportSchema },
  },
  async ({ ctx, params, query, body, container }) => {
    const report = await ingestOpenMetrics(ctx, { runId: params.id, ...query, body });
    container.metrics.countSamples(report.format, report.unchanged ? 0 : report.samples);
    return report;
  },
);
