import { idSchema } from '@proofload/contracts';
import { watchRun } from '@proofload/services';
import { z } from 'zod';
import { eventStream } from '@/server/event-stream.ts';
import { defineRoute } from '@/server/route.ts';

export const GET = defineRoute(
  {
    operationId: 'watchRun',
    summary: 'Follow a run live',
    description:
      'Server-sent events named `run`, each the run as `GET /runs/{id}` gives it, with its revision as the id; `end` follows when the run is finished.',
    access: 'read',
    params: z.object({ id: idSchema }),
    response: {
      kind: 'stream',
      contentType: 'text/event-stream',
      description: 'Events until the run is finished',
    },
  },
  ({ ctx, params, request }) =>
    eventStream(request.signal, async function* (signal) {
      for await (const { revision, run } of watchRun(ctx, { ...params, signal })) {
        yield { id: String(revision), event: 'run', data: run };
        if (run.status === 'finished')
          return yield { id: String(revision), event: 'end', data: { revision } };
      }
    }),
);
