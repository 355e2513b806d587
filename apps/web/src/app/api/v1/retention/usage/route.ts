import { storageUsageSchema } from '@proofload/contracts';
import { readStorageUsage } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'readStorageUsage',
    summary: 'Read what the finished runs of each experiment take',
    access: 'read',
    response: { kind: 'json', schema: storageUsageSchema },
  },
  ({ ctx }) => readStorageUsage(ctx),
);
