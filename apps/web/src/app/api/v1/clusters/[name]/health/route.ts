import { clusterHealthSchema, nameSchema } from '@proofload/contracts';
import { checkClusterHealth } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readClusterHealth',
    summary: 'Ask a Kubernetes cluster whether it is there, and what its credential may do',
    description: 'A cluster that does not answer is a result: `reachable` is false and `error` says why.',
    access: 'read',
    params: z.object({ name: nameSchema }),
    response: { kind: 'json', schema: clusterHealthSchema },
  },
  ({ ctx, params: { name } }) => checkClusterHealth(ctx, { name }),
);
