import { clusterListSchema, clusterSchema, createClusterSchema } from '@proofload/contracts';
import { createCluster, listClusters } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listClusters',
    summary: 'List the Kubernetes clusters of the project by name, without their credentials',
    access: 'read',
    response: { kind: 'json', schema: clusterListSchema },
  },
  ({ ctx }) => listClusters(ctx),
);

export const POST = defineRoute(
  {
    operationId: 'createCluster',
    summary: 'Add a Kubernetes cluster; its credentials are stored encrypted and never given out',
    description:
      'From a context of a kubeconfig, from the token of a service account, or as the cluster that the worker runs in. ' +
      'Nothing is asked of the cluster yet; its health says whether it answers.',
    access: 'admin',
    body: { kind: 'json', schema: createClusterSchema },
    response: { kind: 'json', schema: clusterSchema },
    status: 201,
  },
  ({ ctx, body }) => createCluster(ctx, body),
);
