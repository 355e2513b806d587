import { idSchema, tokenSchema } from '@proofload/contracts';
import { revokeToken } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const DELETE = defineRoute(
  {
    operationId: 'revokeToken',
    summary: 'Revoke a token at once and for good',
    access: 'admin',
    params: z.object({ id: idSchema }),
    response: { kind: 'json', schema: tokenSchema },
  },
  ({ ctx, params }) => revokeToken(ctx, params),
);
