import { checkDraftSchema, draftEvaluationSchema } from '@proofload/contracts';
import { checkDraft } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'checkDraft',
    summary: 'Evaluate a draft without saving it',
    access: 'read',
    body: { kind: 'json', schema: checkDraftSchema },
    response: { kind: 'json', schema: draftEvaluationSchema },
  },
  ({ ctx, body }) => checkDraft(ctx, body),
);
