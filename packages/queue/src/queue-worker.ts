import { setTimeout as sleep } from 'node:timers/promises';
import { type JobData, type JobName, jobSchemas } from '@proofload/contracts';
import { createPostgresBackend, type Job, type Processor, Worker } from 'bullmq';
import { closeInTime } from './close-in-time.ts';
import {
  postgresConnection,
  type QueueLocation,
  type QueueName,
  queueOfJob,
  redisConnection,
} from './connection.ts';

const reconnectAfterMs = 1000;

/** Evaluating old runs takes the processor that a load may be measured on, so one at a time. */
const jobsAtATime = { 'proofload-control': 2, 'proofload-evaluation': 1 } as const;

export type Handlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

export interface QueueWorkerOptions {
  location: QueueLocation;
  handlers: Handlers;
  /** Load-making runs executed at a time; two disturb each other's numbers, so it is 1 unless told otherwise. */
  loadConcurrency: number;
  onError: (error: Error) => void;
}

export interface QueueWorker {
  /** Takes no new job, and settles when those at work have ended. */
  close(): Promise<void>;
}

/** The receiving side: one worker per queue, each job handed to its handler after its payload was checked. */
export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const atWork = new Set<Promise<void>>();
  const process: Processor = async (job) => {
    if (!isJobName(job.name)) throw new Error(`Unknown job ${job.name}`);
    const handling = handle(options.handlers, job.name, job);
    atWork.add(handling);
    await handling.finally(() => atWork.delete(handling));
  };
  const lanes = [...new Set(Object.values(queueOfJob))].map((name) =>
    openLane(
      () => {
        const concurrency = { ...jobsAtATime, 'proofload-load': options.loadConcurrency }[name];
        const worker = createWorker(name, process, concurrency, options.location);
        worker.on('error', options.onError);
        worker.on('failed', (_job, error) => options.onError(error));
        return worker;
      },
      atWork,
      options.onError,
    ),
  );
  return {
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

/** Keeps a worker on one queue. On PostgreSQL one whose first connection failed never recovers, so it is made anew. */
function openLane(
  create: () => Worker,
  atWork: ReadonlySet<Promise<void>>,
  onError: (error: Error) => void,
): QueueWorker {
  const closing = new AbortController();
  let worker = create();
  const connect = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await worker.waitUntilReady();
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        onError(error as Error);
      }
      await worker.close(true);
      await sleep(reconnectAfterMs, undefined, { signal: closing.signal }).catch((error: Error) => {
        if (error.name !== 'AbortError') throw error;
      });
      if (!closing.signal.aborted) worker = create();
    }
  };
  connect().catch(onError);
  return {
    close: async () => {
      closing.abort();
      const closed = worker.close();
      closed.catch(onError);
      while (atWork.size > 0) await Promise.allSettled(atWork);
      await closeInTime(closed, onError);
    },
  };
}

function createWorker(
  name: QueueName,
  process: Processor,
  concurrency: number,
  location: QueueLocation,
): Worker {
  const options = { concurrency, lockDuration: 60_000, stalledInterval: 15_000 };
  if (location.redisUrl) {
    return new Worker(name, process, { ...options, connection: redisConnection(location.redisUrl) });
  }
  const connection = postgresConnection(location.connectionString);
  return new Worker(name, process, { ...options, connection }, createPostgresBackend) as unknown as Worker;
}

const isJobName = (name: string): name is JobName => Object.hasOwn(jobSchemas, name);

async function handle<N extends JobName>(handlers: Handlers, name: N, job: Job): Promise<void> {
  const data = jobSchemas[name].parse(job.data) as JobData<N>;
  const handler = handlers[name] as (data: JobData<N>) => Promise<void>;
  await handler(data);
}
