import { retentionSchema, saveRetentionSchema } from '@proofload/contracts';
import { readRetention, saveRetention } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readRetention',
    summary: 'Read after how many days samples, artifacts and logs expire',
    access: 'read',
    response: { kind: 'json', schema: retentionSchema },
  },
  ({ ctx }) => readRetention(ctx),
);

export const PUT = defineRoute(
  {
    operationId: 'saveRetention',
    summary: 'Change after how many days samples, artifacts and logs expire',
    description: 'Workers carry new rules out after an hour, and every hour from then on.',
    access: 'admin',
    body: { kind: 'json', schema: saveRetentionSchema },
    response: { kind: 'json', schema: retentionSchema },
  },
  ({ ctx, body }) => saveRetention(ctx, body),
);
