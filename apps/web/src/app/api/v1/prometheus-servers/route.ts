import {
  createPrometheusServerSchema,
  prometheusServerListSchema,
  prometheusServerSchema,
} from '@proofload/contracts';
import { createPrometheusServer, listPrometheusServers } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listPrometheusServers',
    summary: 'List the Prometheus servers of the project by name, without their secrets',
    access: 'read',
    response: { kind: 'json', schema: prometheusServerListSchema },
  },
  ({ ctx }) => listPrometheusServers(ctx),
);

export const POST = defineRoute(
  {
    operationId: 'createPrometheusServer',
    summary: 'Add a Prometheus server; its secrets are stored encrypted and never given out',
    access: 'admin',
    body: { kind: 'json', schema: createPrometheusServerSchema },
    response: { kind: 'json', schema: prometheusServerSchema },
    status: 201,
  },
  ({ ctx, body }) => createPrometheusServer(ctx, body),
);
