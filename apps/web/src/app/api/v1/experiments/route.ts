import {
  experimentListSchema,
  listExperimentsQuerySchema,
  saveExperimentQuerySchema,
  saveExperimentResponseSchema,
} from '@proofload/contracts';
import { listExperiments, saveExperiment } from '@proofload/services';
import { definitionBody } from '@/server/definition-body.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listExperiments',
    summary: 'List experiments by name',
    access: 'read',
    query: listExperimentsQuerySchema,
    response: { kind: 'json', schema: experimentListSchema },
  },
  ({ ctx, query }) => listExperiments(ctx, query),
);

export const POST = defineRoute(
  {
    operationId: 'saveExperiment',
    summary: 'Create an experiment, or add a version to it',
    access: 'launch',
    query: saveExperimentQuerySchema,
    body: definitionBody,
    response: { kind: 'json', schema: saveExperimentResponseSchema },
    status: 201,
  },
  ({ ctx, query, body }) => saveExperiment(ctx, { source: body, evaluate: query.evaluate === 'true' }),
);
