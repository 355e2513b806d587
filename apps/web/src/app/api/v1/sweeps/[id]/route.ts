import { changeSweepSchema, idSchema, sweepSchema } from '@proofload/contracts';
import { changeSweep, readSweep } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const GET = defineRoute(
  {
    operationId: 'readSweep',
    summary: 'Read a sweep: its progress, its place in the queue, its runs and its goals',
    access: 'read',
    params,
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params: { id } }) => readSweep(ctx, { id }),
);

export const PATCH = defineRoute(
  {
    operationId: 'changeSweep',
    summary: 'Change the priority or the cool-down of a sweep, pause or resume it',
    description: 'Runs at work go on. A sweep that is finished answers 409.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: changeSweepSchema },
    response: { kind: 'json', schema: sweepSchema },
  },
  ({ ctx, params: { id }, body }) => changeSweep(ctx, { ...body, id }),
);
