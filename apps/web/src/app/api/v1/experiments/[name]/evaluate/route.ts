import {
  evaluateExperimentSchema,
  evaluationJobSchema,
  evaluationOfferQuerySchema,
  evaluationOfferSchema,
  nameSchema,
} from '@proofload/contracts';
import { evaluateExperiment, readEvaluationOffer } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: nameSchema });

export const GET = defineRoute(
  {
    operationId: 'readEvaluationOffer',
    summary: 'Say which stored runs a version of an experiment would give other results',
    access: 'read',
    params,
    query: evaluationOfferQuerySchema,
    response: { kind: 'json', schema: evaluationOfferSchema },
  },
  ({ ctx, params: { name }, query }) => readEvaluationOffer(ctx, { ...query, name }),
);

export const POST = defineRoute(
  {
    operationId: 'evaluateExperiment',
    summary: 'Evaluate stored runs with a version of their experiment',
    description:
      'Workers compute measurements, objectives and verdicts anew, and judge the sweeps of these runs; the old values ' +
      'are kept with the version that made them. Runs that have the results of this version already are left as they ' +
      'are, so that asking twice does no harm.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: evaluateExperimentSchema, optional: true },
    response: { kind: 'json', schema: evaluationJobSchema },
    status: 202,
  },
  ({ ctx, params: { name }, body }) => evaluateExperiment(ctx, { ...body, name }),
);
