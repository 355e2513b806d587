import type { CommandList, Executor, RunCluster } from '@proofload/executors';
import type { ServiceContext } from '../context.ts';

/** What executing runs takes besides everything else: a worker has it, the web server has not. */
export interface ExecutionContext extends ServiceContext {
  /** Names this worker process, and no other, as the owner of leases. */
  workerId: string;
  executors: Readonly<Record<string, Executor>>;
  /** Programs that definitions may have this worker run before a load; none unless its operator names them. */
  commands: CommandList;
  /** Connects to a cluster of a project. Throws a ProofloadError when there is none of that name. */
  openCluster: (projectId: string, name: string) => Promise<RunCluster>;
  /** Address at which pods reach this instance. */
  pushUrl: string;
  /** Folder in which every attempt of a run gets a folder of its own. */
  runsDirectory: string;
  /** Where queries go whose source names no Prometheus; null when there is none. */
  prometheusUrl: string | null;
}
