/** What a worker of the pool has done so far. */
export interface TargetWorker {
  requests: number;
  /** Seconds spent on requests, waiting for the lock included. */
  busySeconds: number;
  isBusy: boolean;
  /** When it last became free, by the clock of the pool. */
  freeSinceMs: number;
}

export interface TargetPoolOptions {
  /** Wait of a request outside the lock, in milliseconds. */
  parallelMs: number;
  /** Wait of a request under the one lock, in milliseconds: what keeps N workers from being N times as fast. */
  serialMs: number;
  /** Requests that may wait for a worker; the next one is refused. */
  maxQueue: number;
  /** Resolves after about that many milliseconds. */
  sleep: (ms: number) => Promise<void>;
  nowMs: () => number;
  /** In [0, 1): waits vary by it, within +-50 %. */
  random: () => number;
}

export interface TargetPool {
  readonly workers: readonly TargetWorker[];
  readonly queueDepth: number;
  readonly rejected: number;
  readonly lockWaitSeconds: number;
  /** Size that the newest request asked for. */
  readonly size: number;
  /**
   * Does one piece of work on one of the first `size` workers, first come first served.
   * Resolves to the index of the worker, or to null when the queue is full or `signal` fired while it waited.
   */
  work(size: number, signal: AbortSignal): Promise<number | null>;
}

export const maxPoolSize = 64;

interface Waiting {
  size: number;
  start: (worker: number) => void;
}

/** A pool of workers behind a queue, with one lock that all of them need for a short while: Amdahl's law to look at. */
export function createTargetPool(options: TargetPoolOptions): TargetPool {
  const workers: TargetWorker[] = [];
  const queue: Waiting[] = [];
  const lock = createLock();
  const state = { size: 0, rejected: 0, lockWaitSeconds: 0 };

  const jitter = (ms: number): number => ms * (0.5 + options.random());

  /** Only the head may start, so that no request overtakes another. */
  function startNext(): void {
    for (let head = queue[0]; head !== undefined; head = queue[0]) {
      const free = longestFree(workers, head.size);
      if (free === null) return;
      queue.shift();
      (workers[free] as TargetWorker).isBusy = true;
      head.start(free);
    }
  }

  function waitForWorker(size: number, signal: AbortSignal): Promise<number | null> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        size,
        start: (worker) => {
          signal.removeEventListener('abort', giveUp);
          resolve(worker);
        },
      };
      const giveUp = (): void => {
        const at = queue.indexOf(waiting);
        if (at >= 0) queue.splice(at, 1);
        resolve(null);
        startNext();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      startNext();
    });
  }

  async function serve(worker: TargetWorker): Promise<void> {
    const startMs = options.nowMs();
    try {
      await options.sleep(jitter(options.parallelMs));
      const askedMs = options.nowMs();
      const release = await lock.acquire();
      state.lockWaitSeconds += (options.nowMs() - askedMs) / 1000;
      try {
        await options.sleep(jitter(options.serialMs));
      } finally {
        release();
      }
      worker.requests += 1;
    } finally {
      worker.busySeconds += (options.nowMs() - startMs) / 1000;
      worker.isBusy = false;
      worker.freeSinceMs = options.nowMs();
      startNext();
    }
  }

  return {
    workers,
    get queueDepth() {
      return queue.length;
    },
    get rejected() {
      return state.rejected;
    },
    get lockWaitSeconds() {
      return state.lockWaitSeconds;
    },
    get size() {
      return state.size;
    },
    async work(size, signal) {
      state.size = size;
      while (workers.length < size)
        workers.push({ requests: 0, busySeconds: 0, isBusy: false, freeSinceMs: options.nowMs() });
      if (queue.length >= options.maxQueue) {
        state.rejected += 1;
        return null;
      }
      if (signal.aborted) return null;
      const index = await waitForWorker(size, signal);
      if (index === null) return null;
      await serve(workers[index] as TargetWorker);
      return index;
    },
  };
}

/** The worker among the first `size` that has been free for longest, so that the load stays even. */
function longestFree(workers: readonly TargetWorker[], size: number): number | null {
  let best: number | null = null;
  let bestSinceMs = Number.POSITIVE_INFINITY;
  workers.slice(0, size).forEach((worker, index) => {
    if (worker.isBusy || worker.freeSinceMs >= bestSinceMs) return;
    best = index;
    bestSinceMs = worker.freeSinceMs;
  });
  return best;
}

/** A fair lock: holders take turns in the order in which they asked. */
function createLock(): { acquire: () => Promise<() => void> } {
  let tail: Promise<void> = Promise.resolve();
  return {
    acquire: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const turn = tail.then(() => resolve);
      tail = promise;
      return turn;
    },
  };
}
