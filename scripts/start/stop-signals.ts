/** Signals that come within this long of the first belong to it: a terminal and npm both pass a Ctrl-C on. */
const oneGestureMs = 1000;

export interface StopSignals {
  /** Aborted as soon as Proofload shall stop. */
  signal: AbortSignal;
  /** Aborted when it was asked to stop a second time: no more waiting. */
  hurry: AbortSignal;
}

/** Listens for signals, for the words of `scripts/start.mjs`, and for its end. */
export function listenForStop(): StopSignals {
  const stop = new AbortController();
  const hurry = new AbortController();
  let firstMs = 0;
  const ask = (): void => {
    if (stop.signal.aborted) {
      if (Date.now() - firstMs > oneGestureMs) hurry.abort();
      return;
    }
    firstMs = Date.now();
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask);
  process.on('message', ask);
  process.once('disconnect', ask);
  return { signal: stop.signal, hurry: hurry.signal };
}
