import { scriptNameSchema, scriptSchema } from '@proofload/contracts';
import { uploadScript } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const PUT = defineRoute(
  {
    operationId: 'uploadScript',
    summary: 'Keep a load script under a name that definitions refer to with `workload.with.upload`',
    description:
      'Another one of the same name takes its place; every run keeps a copy of the script that it ran.',
    access: 'launch',
    params: z.object({ name: scriptNameSchema }),
    body: { kind: 'upload', description: 'A k6 script, of at most 5 MiB' },
    response: { kind: 'json', schema: scriptSchema },
  },
  ({ ctx, params, body }) => uploadScript(ctx, { ...params, body }),
);
