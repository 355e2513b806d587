import { draftListSchema } from '@proofload/contracts';
import { listDrafts } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listDrafts',
    summary: 'List report drafts, the one changed last first',
    access: 'read',
    response: { kind: 'json', schema: draftListSchema },
  },
  ({ ctx }) => listDrafts(ctx),
);
