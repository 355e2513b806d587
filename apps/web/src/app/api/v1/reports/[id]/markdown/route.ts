import { idSchema } from '@proofload/contracts';
import { exportReportText } from '@proofload/services';
import { z } from 'zod';
import { attachmentNamed } from '@/server/attachment.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'exportReportText',
    summary: 'Download a report as plain Markdown',
    description: 'Whoever may read the report may do so.',
    access: 'public',
    params: z.object({ id: idSchema }),
    response: {
      kind: 'stream',
      contentType: 'text/markdown; charset=utf-8',
      description: 'GitHub Markdown: what the page says, figures as the tables behind them',
    },
  },
  async ({ ctx, params: { id } }) =>
    new Response(await exportReportText(ctx, { id }), {
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': attachmentNamed(`report-${id.slice(0, 12)}.md`),
        'cache-control': 'no-store',
      },
    }),
);
