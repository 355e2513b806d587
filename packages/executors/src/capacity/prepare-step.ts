import type { WorkloadInput } from '../executor.ts';
import { keepAsking } from '../kubernetes/keep-asking.ts';
import { type PreparedBundle, prepareObjects, readObjects } from '../kubernetes/prepare-objects.ts';
import { readScopes } from '../kubernetes/read-scopes.ts';
import type { RunCluster } from '../kubernetes/run-place.ts';
import { type CapacitySettings, settingsAt } from './capacity-settings.ts';

/** A step's settings and objects, by its units. */
export interface PreparedStep {
  settings: CapacitySettings;
  bundle: PreparedBundle;
}

const patienceMs = 60_000;

/** Makes the objects of any step. @param namespace where objects go that name none */
export async function createPreparer(
  input: WorkloadInput,
  cluster: RunCluster,
  namespace: string,
): Promise<(units: number) => PreparedStep> {
  const isNamespaced = await keepAsking(() => readScopes(cluster.client), {
    forMs: patienceMs,
  });
  return (units) => {
    const settings = settingsAt(input.with, units);
    const maxObjects = settings.maxObjects ?? cluster.maxObjects;
    const bundle = prepareObjects(readObjects(settings), {
      runId: input.runId,
      namespace,
      maxObjects,
      isNamespaced,
    });
    return { settings, bundle };
  };
}
