import { exportQuerySchema, idSchema } from '@proofload/contracts';
import { exportRun } from '@proofload/services';
import { z } from 'zod';
import { attachmentNamed } from '@/server/attachment.ts';
import { toByteStream } from '@/server/byte-stream.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'exportRun',
    summary: 'Download the samples of a run',
    description:
      'As they are stored, rolled up per second. `csv` has a record for each number: `metric,labels,kind,unit,origin,time,field,value`; `parquet` has the same as a table. ' +
      '`openmetrics` has counters as running totals at the end of each second, shares as two counters (`_hits`, `_observations`) and trends as summaries, ' +
      'whose quantiles 0 and 1 are the extremes; it is complete when it ends with `# EOF`.',
    access: 'read',
    params: z.object({ id: idSchema }),
    query: exportQuerySchema,
    response: {
      kind: 'stream',
      contentType: 'text/csv',
      also: ['application/openmetrics-text', 'application/vnd.apache.parquet'],
      description: 'The samples, as a download',
    },
  },
  async ({ ctx, params, query }) => {
    const { contentType, fileName, body } = await exportRun(ctx, { runId: params.id, ...query });
    return new Response(toByteStream(body), {
      headers: {
        'content-type': contentType,
        'content-disposition': attachmentNamed(fileName),
        'cache-control': 'no-store',
      },
    });
  },
);
