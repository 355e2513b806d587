import { runFieldListSchema } from '@proofload/contracts';
import { listRunFields } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listRunFields',
    summary: 'List the parameters, measurements and labels that runs of the project have',
    access: 'read',
    response: { kind: 'json', schema: runFieldListSchema },
  },
  ({ ctx }) => listRunFields(ctx),
);
