import { type JobData, type JobName, jobSchemas } from '@proofload/contracts';
import { createPostgresBackend, Queue } from 'bullmq';
import { closeInTime } from './close-in-time.ts';
import {
  postgresConnection,
  type QueueLocation,
  type QueueName,
  queueOfJob,
  redisConnection,
} from './connection.ts';

export interface EnqueueOptions {
  delayMs?: number;
  /** A job with the same key that has not ended yet is not added a second time. */
  dedupeKey?: string;
}

export interface RunQueue {
  enqueue<N extends JobName>(name: N, data: JobData<N>, options?: EnqueueOptions): Promise<void>;
  close(): Promise<void>;
}

/** How long adding a job may take before it is given up: the reconciler adds what was missed. */
const enqueueTimeoutMs = 5_000;

/**
 * The sending side of the queue. A job is only a hint that a run wants looking at, so one that is lost does no harm.
 * @param onError told of connection trouble, which the queue mends by itself
 */
export function createRunQueue(location: QueueLocation, onError: (error: Error) => void): RunQueue {
  const queues = new Map<QueueName, Queue>();
  const queueFor = (name: QueueName): Queue => {
    const known = queues.get(name);
    if (known) return known;
    const queue = createQueue(name, location);
    queue.on('error', onError);
    queues.set(name, queue);
    // On PostgreSQL a queue whose first connection failed never recovers, so the next job makes a new one.
    queue.waitUntilReady().catch(async (error: Error) => {
      if (queues.get(name) !== queue) return;
      queues.delete(name);
      onError(error);
      await closeInTime(queue.close(), onError);
    });
    return queue;
  };
  return {
    enqueue: async (name, data, options = {}) => {
      const payload = jobSchemas[name].parse(data);
      const adding = queueFor(queueOfJob[name]).add(name, payload, {
        removeOnComplete: true,
        removeOnFail: 1000,
        attempts: 3,
        backoff: { type: 'exponential', delay: 1000 },
        ...(options.delayMs === undefined ? {} : { delay: options.delayMs }),
        ...(options.dedupeKey === undefined ? {} : { deduplication: { id: options.dedupeKey } }),
      });
      await within(adding, enqueueTimeoutMs);
    },
    close: async () => {
      const open = [...queues.values()];
      queues.clear();
      await Promise.all(open.map((queue) => closeInTime(queue.close(), onError)));
    },
  };
}

function createQueue(name: QueueName, location: QueueLocation): Queue {
  if (location.redisUrl) return new Queue(name, { connection: redisConnection(location.redisUrl) });
  const connection = postgresConnection(location.connectionString);
  return new Queue(name, { connection }, createPostgresBackend) as unknown as Queue;
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The queue did not answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
