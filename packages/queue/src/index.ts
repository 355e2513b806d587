export type { QueueLocation } from './connection.ts';
export {
  createQueueWorker,
  type Handlers,
  type QueueWorker,
  type QueueWorkerOptions,
} from './queue-worker.ts';
export { createRunQueue, type EnqueueOptions, type RunQueue } from './run-queue.ts';
