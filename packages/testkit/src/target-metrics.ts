import type { TargetPool, TargetWorker } from './target-pool.ts';

/** The pool's state in the Prometheus text format 0.0.4. */
export function formatTargetMetrics(pool: TargetPool): string {
  const perWorker = (
    name: string,
    type: string,
    help: string,
    value: (worker: TargetWorker) => number,
  ): string[] => [
    ...head(name, type, help),
    ...pool.workers.map((worker, index) => `${name}{worker="${index + 1}"} ${value(worker)}`),
  ];
  const one = (name: string, type: string, help: string, value: number): string[] => [
    ...head(name, type, help),
    `${name} ${value}`,
  ];
  return `${[
    ...perWorker(
      'target_requests_total',
      'counter',
      'Requests answered by a worker.',
      (worker) => worker.requests,
    ),
    ...perWorker('target_busy_seconds_total', 'counter', 'Time that a worker spent on requests.', (worker) =>
      round(worker.busySeconds),
    ),
    ...perWorker('target_worker_busy', 'gauge', '1 while a worker has a request.', (worker) =>
      worker.isBusy ? 1 : 0,
    ),
    ...one('target_pool_size', 'gauge', 'Workers that the newest request could use.', pool.size),
    ...one('target_queue_depth', 'gauge', 'Requests that wait for a worker.', pool.queueDepth),
    ...one('target_rejected_total', 'counter', 'Requests refused because the queue was full.', pool.rejected),
    ...one(
      'target_lock_wait_seconds_total',
      'counter',
      'Time that workers waited for the lock.',
      round(pool.lockWaitSeconds),
    ),
  ].join('\n')}\n`;
}

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];
const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
