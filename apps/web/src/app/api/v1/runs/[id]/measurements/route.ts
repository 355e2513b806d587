import { idSchema, reportMeasurementsSchema, runSchema } from '@proofload/contracts';
import { reportMeasurements } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'reportMeasurements',
    summary: 'Report values of a run: numbers, ranges or bounds, with their units',
    access: 'ingest',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: reportMeasurementsSchema },
    response: { kind: 'json', schema: runSchema },
    status: 201,
  },
  ({ ctx, params, body }) => reportMeasurements(ctx, { ...body, ...params }),
);
