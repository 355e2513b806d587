import { nameSchema, versionDiffQuerySchema, versionDiffSchema } from '@proofload/contracts';
import { diffVersions } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'diffVersions',
    summary: 'Compare two versions of an experiment, line by line and field by field',
    access: 'read',
    params: z.object({ name: nameSchema }),
    query: versionDiffQuerySchema,
    response: { kind: 'json', schema: versionDiffSchema },
  },
  ({ ctx, params, query }) => diffVersions(ctx, { ...params, ...query }),
);
