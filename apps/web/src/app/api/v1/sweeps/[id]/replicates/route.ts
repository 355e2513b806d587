import { addReplicatesSchema, idSchema, sweepAdditionSchema } from '@proofload/contracts';
import { addReplicates } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'addReplicates',
    summary: 'Add replicates to the treatments of a sweep',
    description:
      'They run after those that there are, in an order that the seed of the sweep gives. A finished sweep is open again, and is judged again at its end. With a `requestKey` the call can be sent again without adding more.',
    access: 'launch',
    params: z.object({ id: idSchema }),
    body: { kind: 'json', schema: addReplicatesSchema },
    response: { kind: 'json', schema: sweepAdditionSchema },
  },
  ({ ctx, params: { id }, body }) => addReplicates(ctx, { ...body, id }),
);
