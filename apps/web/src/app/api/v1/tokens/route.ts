import { createdTokenSchema, createTokenSchema, tokenListSchema } from '@proofload/contracts';
import { createToken, listTokens } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listTokens',
    summary: 'List tokens, newest first, without their secrets',
    access: 'admin',
    response: { kind: 'json', schema: tokenListSchema },
  },
  ({ ctx }) => listTokens(ctx),
);

export const POST = defineRoute(
  {
    operationId: 'createToken',
    summary: 'Make a token; its secret is in this answer and nowhere else',
    access: 'admin',
    body: { kind: 'json', schema: createTokenSchema },
    response: { kind: 'json', schema: createdTokenSchema },
    status: 201,
  },
  ({ ctx, body }) => createToken(ctx, body),
);
