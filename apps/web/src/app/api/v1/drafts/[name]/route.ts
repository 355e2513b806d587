import { draftNameSchema, draftSchema, saveDraftSchema } from '@proofload/contracts';
import { deleteDraft, readDraft, saveDraft } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ name: draftNameSchema });

export const GET = defineRoute(
  {
    operationId: 'readDraft',
    summary: 'Read the Markdown of a draft',
    access: 'read',
    params,
    response: { kind: 'json', schema: draftSchema },
  },
  ({ ctx, params: { name } }) => readDraft(ctx, { name }),
);

export const PUT = defineRoute(
  {
    operationId: 'saveDraft',
    summary: 'Create or replace a draft',
    description:
      'A number that cannot be evaluated does not keep the draft from being saved; its evaluation says what is wrong, with the line.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: saveDraftSchema },
    response: { kind: 'json', schema: draftSchema },
  },
  ({ ctx, params: { name }, body }) => saveDraft(ctx, { ...body, name }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteDraft',
    summary: 'Delete a draft; reports that were frozen from it stay',
    access: 'launch',
    params,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { name } }) => deleteDraft(ctx, { name }),
);
