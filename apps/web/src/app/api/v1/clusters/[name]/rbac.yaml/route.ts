import { nameSchema, rbacQuerySchema } from '@proofload/contracts';
import { readRbacManifest } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';
import { yamlDownload } from '@/server/yaml-download.ts';

export const GET = defineRoute(
  {
    operationId: 'downloadClusterRbacManifest',
    summary: 'Download the least rights that executors need in the namespace of a cluster',
    access: 'read',
    params: z.object({ name: nameSchema }),
    query: rbacQuerySchema,
    response: {
      kind: 'stream',
      contentType: 'application/yaml',
      description: 'A service account, its Role and ClusterRole, and their bindings',
    },
  },
  async ({ ctx, params: { name }, query }) =>
    yamlDownload(await readRbacManifest(ctx, { ...query, cluster: name }), `rbac-${name}.yaml`),
);
