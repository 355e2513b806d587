import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkloadFile } from '../executor.ts';
import type { RunView } from './run-watcher.ts';

/** Writes down how jobs and pods stand, for somebody who wants to know why nothing moves. */
export async function writeSnapshot(
  directory: string,
  { jobs, pods, failedCreate }: RunView,
  more: object = {},
): Promise<WorkloadFile[]> {
  const path = join(directory, 'stalled.json');
  const snapshot = {
    at: new Date().toISOString(),
    ...more,
    jobs: [...jobs.values()],
    failedCreate,
    pods: [...pods.values()].slice(0, 500),
  };
  await writeFile(path, `${JSON.stringify(snapshot, null, 2)}\n`);
  return [{ name: 'stalled.json', path, contentType: 'application/json' }];
}
