import { rbacQuerySchema } from '@proofload/contracts';
import { readRbacManifest } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';
import { yamlDownload } from '@/server/yaml-download.ts';

export const GET = defineRoute(
  {
    operationId: 'downloadRbacManifest',
    summary: 'Download the least rights that executors need, for kubectl apply',
    access: 'read',
    query: rbacQuerySchema,
    response: {
      kind: 'stream',
      contentType: 'application/yaml',
      description: 'A service account, its Role and ClusterRole, and their bindings',
    },
  },
  async ({ ctx, query }) => yamlDownload(await readRbacManifest(ctx, query), 'rbac.yaml'),
);
