/** Executors whose load runs on a cluster. It goes on when its worker vanishes, and another worker takes it over. */
export const clusterExecutors = ['kubernetes-job', 'k6-job', 'k6-operator', 'capacity'] as const;
export type ClusterExecutor = (typeof clusterExecutors)[number];

/** Names that an executor puts into `${...}` of its settings by itself, besides factors. */
const ownPlaceholders: Readonly<Record<string, readonly string[]>> = { capacity: ['units'] };
export const placeholdersOf = (executor: string): readonly string[] =>
  Object.hasOwn(ownPlaceholders, executor) ? (ownPlaceholders[executor] ?? []) : [];

/** Whether the load of an executor goes on without the worker that started it. */
export const outlivesWorker = (executor: string): boolean =>
  (clusterExecutors as readonly string[]).includes(executor);
