import {
  acknowledgeChangeSchema,
  acknowledgementQuerySchema,
  historySchema,
  idSchema,
  nameSchema,
} from '@proofload/contracts';
import { acknowledgeChange, takeBackAcknowledgement } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema, run: idSchema });

export const PUT = defineRoute(
  {
    operationId: 'acknowledgeChange',
    summary: 'Note that a change of a measurement with this run was seen, so that it alarms no more',
    access: 'ingest',
    params,
    query: acknowledgementQuerySchema,
    body: { kind: 'json', schema: acknowledgeChangeSchema, optional: true },
    response: { kind: 'json', schema: historySchema },
  },
  (call) => acknowledgeChange(call.ctx, { ...call.params, ...call.query, ...call.body }),
);

export const DELETE = defineRoute(
  {
    operationId: 'takeBackAcknowledgement',
    summary: 'Take the acknowledgement of a change back, so that it alarms again',
    access: 'ingest',
    params,
    query: acknowledgementQuerySchema,
    response: { kind: 'json', schema: historySchema },
  },
  (call) => takeBackAcknowledgement(call.ctx, { ...call.params, ...call.query }),
);
