import { draftNameSchema } from '@proofload/contracts';
import { exportDraftBundle } from '@proofload/services';
import { z } from 'zod';
import { bundleDownload, bundleResponse } from '@/server/bundle-download.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'exportDraftBundle',
    summary: 'Download a draft, with its numbers as they are now, as one file that another instance imports',
    access: 'read',
    params: z.object({ name: draftNameSchema }),
    response: bundleResponse,
  },
  async ({ ctx, params: { name } }) => bundleDownload(await exportDraftBundle(ctx, { name }), name),
);
