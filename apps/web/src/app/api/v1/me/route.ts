import { whoSchema } from '@proofload/contracts';
import { who } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'who',
    summary: 'Who is calling, in which project and with which scopes',
    access: 'anyone-known',
    response: { kind: 'json', schema: whoSchema },
  },
  ({ ctx }) => who(ctx),
);
