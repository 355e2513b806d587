import { clusterSchema, nameSchema, saveClusterSchema } from '@proofload/contracts';
import { deleteCluster, readCluster, replaceCluster } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema });

export const GET = defineRoute(
  {
    operationId: 'readCluster',
    summary: 'Read a Kubernetes cluster without its credentials',
    access: 'read',
    params,
    response: { kind: 'json', schema: clusterSchema },
  },
  ({ ctx, params: { name } }) => readCluster(ctx, { name }),
);

export const PUT = defineRoute(
  {
    operationId: 'replaceCluster',
    summary: 'Replace the settings of a Kubernetes cluster',
    description:
      'Credentials that are left out are kept, and so is the address that they are for; new ones bring their address with them.',
    access: 'admin',
    params,
    body: { kind: 'json', schema: saveClusterSchema },
    response: { kind: 'json', schema: clusterSchema },
  },
  ({ ctx, params: { name }, body }) => replaceCluster(ctx, { ...body, name }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteCluster',
    summary: 'Forget a Kubernetes cluster with its credentials; refused while runs need it',
    access: 'admin',
    params,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { name } }) => deleteCluster(ctx, { name }),
);
