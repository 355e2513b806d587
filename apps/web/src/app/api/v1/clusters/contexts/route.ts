import { kubeconfigContextListSchema, readContextsSchema } from '@proofload/contracts';
import { readContexts } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'readKubeconfigContexts',
    summary: 'Read the contexts of a kubeconfig, and why some of them cannot be used; nothing is stored',
    access: 'admin',
    body: { kind: 'json', schema: readContextsSchema },
    response: { kind: 'json', schema: kubeconfigContextListSchema },
  },
  ({ ctx, body }) => readContexts(ctx, body),
);
