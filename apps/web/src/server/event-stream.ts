import 'server-only';

export interface ServerEvent {
  id: string;
  event: string;
  data: unknown;
}

const heartbeatMs = 15_000;
/** A stream ends after this long and the browser asks again, so that a session that was ended sees no more. */
const maxLifeMs = 15 * 60_000;
/** How long a browser waits before it asks again. */
const retryMs = 2_000;

/**
 * Answers with server-sent events. The first event is awaited before answering, so that an error of the source, such as
 * `not-found`, is still an ordinary problem.
 * @param source ends when its signal is aborted: the reader went away, or the stream is old
 */
export async function eventStream(
  clientSignal: AbortSignal,
  source: (signal: AbortSignal) => AsyncGenerator<ServerEvent, void>,
): Promise<Response> {
  const closed = new AbortController();
  const signal = AbortSignal.any([clientSignal, closed.signal, AbortSignal.timeout(maxLifeMs)]);
  const events = source(signal);
  let pending: IteratorResult<ServerEvent, void> | undefined = await events.next();
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(': alive\n\n')), heartbeatMs);
    },
    async pull(controller) {
      try {
        const next = pending ?? (await events.next());
        pending = undefined;
        if (!next.done) return controller.enqueue(encoder.encode(format(next.value)));
        controller.close();
        clearInterval(heartbeat);
      } catch (error) {
        clearInterval(heartbeat);
        throw error;
      }
    },
    cancel() {
      clearInterval(heartbeat);
      closed.abort();
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      // `no-transform` keeps compression, which would hold events back, away.
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

const format = ({ id, event, data }: ServerEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
