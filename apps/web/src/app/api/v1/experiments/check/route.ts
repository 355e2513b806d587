import { checkedExperimentSchema } from '@proofload/contracts';
import { checkExperiment } from '@proofload/services';
import { definitionBody } from '@/server/definition-body.ts';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'checkExperiment',
    summary: 'Check a definition without saving it',
    access: 'read',
    body: definitionBody,
    response: { kind: 'json', schema: checkedExperimentSchema },
  },
  ({ ctx, body }) => checkExperiment(ctx, { source: body }),
);
