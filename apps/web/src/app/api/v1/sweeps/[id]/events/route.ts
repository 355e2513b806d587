import { idSchema } from '@proofload/contracts';
import { watchSweep } from '@proofload/services';
import { z } from 'zod';
import { eventStream } from '@/server/event-stream.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'watchSweep',
    summary: 'Follow a sweep live',
    description:
      'Server-sent events named `sweep`, each the sweep as `GET /sweeps/{id}` gives it, after every change of it or its runs and every ten seconds, for the time left; `end` follows when the sweep is finished.',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: {
      kind: 'stream',
      contentType: 'text/event-stream',
      description: 'Events until the sweep is finished',
    },
  },
  ({ ctx, params, request }) =>
    eventStream(request.signal, async function* (signal) {
      for await (const { revision, sweep } of watchSweep(ctx, { ...params, signal })) {
        yield { id: revision, event: 'sweep', data: sweep };
        if (sweep.status === 'finished') return yield { id: revision, event: 'end', data: { revision } };
      }
    }),
);
