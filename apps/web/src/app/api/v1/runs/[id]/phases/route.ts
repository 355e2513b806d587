import { addPhaseSchema, changePhasesSchema, idSchema, runSchema } from '@proofload/contracts';
import { addPhase, changeRunPhases } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const POST = defineRoute(
  {
    operationId: 'addPhase',
    summary: 'Name an interval of a run',
    access: 'ingest',
    params,
    body: { kind: 'json', schema: addPhaseSchema },
    response: { kind: 'json', schema: runSchema },
    status: 201,
  },
  (call) => addPhase(call.ctx, { ...call.body, ...call.params }),
);

export const PUT = defineRoute(
  {
    operationId: 'changeRunPhases',
    summary: 'Give a finished run other phases, in place of all that it had, and evaluate it with them',
    description:
      'Windows lie in phases, so the results are computed anew. The old ones are kept, and the log says who did so.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: changePhasesSchema },
    response: { kind: 'json', schema: runSchema },
  },
  (call) => changeRunPhases(call.ctx, { ...call.body, ...call.params }),
);
