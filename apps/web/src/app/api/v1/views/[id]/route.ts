import { idSchema, savedViewSchema } from '@proofload/contracts';
import { deleteView, readView } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const GET = defineRoute(
  {
    operationId: 'readView',
    summary: 'Read a saved view: the page and its state',
    access: 'read',
    params,
    response: { kind: 'json', schema: savedViewSchema },
  },
  ({ ctx, params: { id } }) => readView(ctx, { id }),
);

export const DELETE = defineRoute(
  {
    operationId: 'deleteView',
    summary: 'Delete a saved view; what it shows stays',
    access: 'launch',
    params,
    response: { kind: 'empty' },
  },
  ({ ctx, params: { id } }) => deleteView(ctx, { id }),
);
