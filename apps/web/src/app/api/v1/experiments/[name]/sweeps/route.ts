import {
  launchSweepSchema,
  nameSchema,
  pageQuerySchema,
  sweepListSchema,
  sweepRefSchema,
} from '@proofload/contracts';
import { launchSweep, listSweeps } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema });

export const GET = defineRoute(
  {
    operationId: 'listSweepsOfExperiment',
    summary: 'List the sweeps of an experiment, newest first',
    access: 'read',
    params,
    query: pageQuerySchema,
    response: { kind: 'json', schema: sweepListSchema },
  },
  ({ ctx, params: { name }, query }) => listSweeps(ctx, { ...query, experiment: name }),
);

export const POST = defineRoute(
  {
    operationId: 'launchSweep',
    summary: 'Launch a sweep: a run for every treatment and replicate',
    access: 'launch',
    params,
    body: { kind: 'json', schema: launchSweepSchema, optional: true },
    response: { kind: 'json', schema: sweepRefSchema },
    status: 202,
  },
  ({ ctx, params: { name }, body }) => launchSweep(ctx, { ...body, name }),
);
