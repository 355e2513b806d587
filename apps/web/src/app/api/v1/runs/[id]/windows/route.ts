import { changeWindowsSchema, idSchema, runSchema } from '@proofload/contracts';
import { changeRunWindows } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const params = z.object({ id: idSchema });

export const PUT = defineRoute(
  {
    operationId: 'changeRunWindows',
    summary: 'Let windows lie elsewhere in this run, such as without its warm-up, and evaluate it with them',
    description:
      'Takes the place of all windows that the run had for itself. The old results are kept, and comparisons with runs ' +
      'that have other windows are marked.',
    access: 'launch',
    params,
    body: { kind: 'json', schema: changeWindowsSchema },
    response: { kind: 'json', schema: runSchema },
  },
  ({ ctx, params: { id }, body }) => changeRunWindows(ctx, { ...body, id }),
);

export const DELETE = defineRoute(
  {
    operationId: 'resetRunWindows',
    summary: 'Give a run the windows of its definition again, and evaluate it with them',
    access: 'launch',
    params,
    response: { kind: 'json', schema: runSchema },
  },
  ({ ctx, params: { id } }) => changeRunWindows(ctx, { id, windows: {} }),
);
