import { draftNameSchema } from '@proofload/contracts';
import { exportDraft } from '@proofload/services';
import { z } from 'zod';
import { attachmentNamed } from '@/server/attachment.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'exportDraft',
    summary: 'Download a draft as plain Markdown, with its numbers filled in',
    access: 'read',
    params: z.object({ name: draftNameSchema }),
    response: {
      kind: 'stream',
      contentType: 'text/markdown; charset=utf-8',
      description: 'GitHub Markdown: claims as quotes with what was found, figures as the tables behind them',
    },
  },
  async ({ ctx, params: { name } }) =>
    new Response(await exportDraft(ctx, { name }), {
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        'content-disposition': attachmentNamed(`${name}.md`),
        'cache-control': 'no-store',
      },
    }),
);
