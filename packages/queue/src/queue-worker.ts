import { type JobData, type JobName, jobSchemas } from '@proofload/contracts';
import { createPostgresBackend, type Job, type Processor, Worker } from 'bullmq';
import { type QueueLocation, type QueueName, queueOfJob, queueSchema, redisConnection } from './connection.ts';

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
  const process: Processor = async (job) => {
    if (!isJobName(job.name)) throw new Error(`Unknown job ${job.name}`);
    await handle(options.handlers, job.name, job);
  };
  const workers = [...new Set(Object.values(queueOfJob))].map((name) => {
    const concurrency = name === 'proofload-load' ? options.loadConcurrency : 2;
    const worker = createWorker(name, process, concurrency, options.location);
    worker.on('error', options.onError);
    worker.on('failed', (_job, error) => options.onError(error));
    return worker;
  });
  return {
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function createWorker(name: QueueName, process: Processor, concurrency: number, location: QueueLocation): Worker {
  const options = { concurrency, lockDuration: 60_000, stalledInterval: 15_000 };
  if (location.redisUrl) return new Worker(name, process, { ...options, connection: redisConnection(location.redisUrl) });
  const connection = { connectionString: location.connectionString, schema: queueSchema, migrate: true };
  return new Worker(name, process, { ...options, connection }, createPostgresBackend) as unknown as Worker;
}

const isJobName = (name: string): name is JobName => Object.hasOwn(jobSchemas, name);

async function handle<N extends JobName>(handlers: Handlers, name: N, job: Job): Promise<void> {
  const data = jobSchemas[name].parse(job.data) as JobData<N>;
  const handler = handlers[name] as (data: JobData<N>) => Promise<void>;
  await handler(data);
}
