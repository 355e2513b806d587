import { idSchema } from '@proofload/contracts';
import { exportReport } from '@proofload/services';
import { z } from 'zod';
import { bundleDownload, bundleResponse } from '@/server/bundle-download.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'exportReport',
    summary: 'Download a report as one file that another instance imports',
    description:
      'Whoever may read the report may do so; its runs come along for members of its project alone.',
    access: 'public',
    params: z.object({ id: idSchema }),
    response: bundleResponse,
  },
  async ({ ctx, params: { id } }) =>
    bundleDownload(await exportReport(ctx, { id }), `report-${id.slice(0, 12)}`),
);
