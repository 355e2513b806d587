import { idSchema, ingestReportSchema, ingestResultsQuerySchema } from '@proofload/contracts';
import { ingestResults } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const PUT = defineRoute(
  {
    operationId: 'ingestResults',
    summary: 'Store the results of another load generator, or a CSV',
    description:
      'The same bytes sent again change nothing; other bytes of the same program under the same part replace what it held. ' +
      'A summary of ClusterLoader2 does not hold its own name: its metrics are named after the part, best the name of its file.',
    access: 'ingest',
    params: z.object({ id: idSchema }),
    query: ingestResultsQuerySchema,
    body: {
      kind: 'upload',
      description:
        "Documents of kube-burner's local indexer, a summary of ClusterLoader2 (PerfData), the JSON of iperf3 (`--json`, `--json-stream`), " +
        'or CSV with a header and a column of times; gzipped or not, told apart by content',
    },
    response: { kind: 'json', schema: ingestReportSchema },
  },
  async ({ ctx, params, query, body, container }) => {
    const report = await ingestResults(ctx, { runId: params.id, ...query, body });
    container.metrics.countSamples(report.format, report.unchanged ? 0 : report.samples);
    return report;
  },
);
