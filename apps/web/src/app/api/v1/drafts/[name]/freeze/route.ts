import { draftNameSchema, freezeDraftSchema, reportSchema } from '@proofload/contracts';
import { freezeDraft } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'freezeDraft',
    summary: 'Freeze a draft, with its numbers as they are now, into a report with a permalink',
    description:
      'The report holds the definitions of its runs as they were saved, with the environment values in them: keep secrets out of definitions.',
    access: 'launch',
    params: z.object({ name: draftNameSchema }),
    body: { kind: 'json', schema: freezeDraftSchema, optional: true },
    response: { kind: 'json', schema: reportSchema },
    status: 201,
  },
  ({ ctx, params: { name }, body }) => freezeDraft(ctx, { ...body, name }),
);
