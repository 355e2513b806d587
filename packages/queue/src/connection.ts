/** Where the queue lives: in the database by default, in Redis (or Valkey) when an address is given. */
export interface QueueLocation {
  connectionString: string;
  redisUrl?: string | undefined;
}

/** Long work has queues of its own, so that neither a long run nor many old ones hold up what ends other runs. */
export const queueOfJob = {
  'execute-run': 'proofload-load',
  'finish-run': 'proofload-control',
  'evaluate-runs': 'proofload-evaluation',
  reconcile: 'proofload-control',
} as const;

export type QueueName = (typeof queueOfJob)[keyof typeof queueOfJob];

/** A pool of its own for BullMQ, whose tables are in their own schema and made at the first connection. */
export function postgresConnection(connectionString: string) {
  return {
    connectionString,
    schema: 'bullmq',
    migrate: true,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
}

/** Options for ioredis; `maxRetriesPerRequest: null` is what BullMQ's workers ask for. */
export function redisConnection(redisUrl: string): { url: string; maxRetriesPerRequest: null } {
  return { url: redisUrl, maxRetriesPerRequest: null };
}
