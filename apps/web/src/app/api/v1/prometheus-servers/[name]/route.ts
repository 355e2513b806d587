import { nameSchema, prometheusServerSchema, savePrometheusServerSchema } from '@proofload/contracts';
import { deletePrometheusServer, readPrometheusServer, replacePrometheusServer } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema });

export const GET = defineRoute(
  {
    operationId: 'readPrometheusServer',
    summary: 'Read a Prometheus server without its secrets',
    access: 'read',
    params,
    response: { kind: 'json', schema: prometheusServerSchema },
  },
  ({ ctx, params: { name } }) => readPrometheusServer(ctx, { name }),
);

export const PUT = defineRoute(
  {
    operationId: 'replacePrometheusServer',
    summary: 'Replace the settings of a Prometheus server',
    description:
      'A secret that is left out is kept, as long as the host and the kind of authentication stay.',
    access: 'admin',
    params,
    body: { kind: 'json', schema: savePrometheusServerSchema },
    response: { kind: 'json', schema: prometheusServerSchema },
  },
  ({ ctx, params: { name }, body }) => replacePrometheusServer(ctx, { ...body, name }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deletePrometheusServer',
    summary: 'Forget a Prometheus server with its secrets',
    access: 'admin',
    params,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { name } }) => deletePrometheusServer(ctx, { name }),
);
