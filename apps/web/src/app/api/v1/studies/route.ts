import { studyListSchema } from '@proofload/contracts';
import { listStudies } from '@proofload/services';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'listStudies',
    summary: 'List the published studies whose figures are runs of the project',
    access: 'read',
    response: { kind: 'json', schema: studyListSchema },
  },
  ({ ctx }) => listStudies(ctx),
);
