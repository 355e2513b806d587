export { createCapacityExecutor } from './capacity/capacity-executor.ts';
export { readResources, readStepTimes } from './capacity/capacity-settings.ts';
export { checkWith, knownExecutors } from './check-with.ts';
export type { ClusterEvent, ClusterNote } from './cluster-note.ts';
export { createCommandExecutor } from './command/command-executor.ts';
export { type AllowedCommand, type CommandList, readCommandList } from './command/command-list.ts';
export { type PreparationEnd, runPreparation } from './command/run-preparation.ts';
export type {
  AskPrometheus,
  Executor,
  PushTarget,
  RunningWorkload,
  WorkloadEnd,
  WorkloadFile,
  WorkloadInput,
  WorkloadLogLevel,
} from './executor.ts';
export { createK6Executor, type K6ExecutorOptions } from './k6/k6-executor.ts';
export { createK6JobExecutor } from './k6-cluster/k6-job-executor.ts';
export { createK6OperatorExecutor } from './k6-cluster/k6-operator-executor.ts';
export { createKubernetesJobExecutor } from './kubernetes/job-executor.ts';
export { removeRunObjects } from './kubernetes/remove-run-objects.ts';
export { type RunCluster, type RunPlace, readPlace } from './kubernetes/run-place.ts';
