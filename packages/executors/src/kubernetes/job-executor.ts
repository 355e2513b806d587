import type { Executor, WorkloadInput } from '../executor.ts';
import { startBundle } from './bundle-workload.ts';
import { invalid } from './invalid.ts';
import { jobSettingsSchema } from './job-settings.ts';
import { judgeJobs } from './judge-jobs.ts';
import { prepareObjects, readObjects } from './prepare-objects.ts';
import { readScopes } from './read-scopes.ts';

/** Runs Jobs on a cluster, alone or with whatever else a bundle of manifests holds. The run ends with its Jobs. */
export function createKubernetesJobExecutor(): Executor {
  return { start: startJob };
}

async function startJob(input: WorkloadInput) {
  const settings = jobSettingsSchema.parse(input.with);
  const objects = readObjects(settings);
  const jobs = objects.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name);
  const names = settings.job === undefined ? jobs : jobs.filter((name) => name === settings.job);
  if (names.length === 0) {
    const [field, expected] =
      settings.job === undefined
        ? ['spec.workload.with.objects', 'expected a Job, whose end is the end of the run']
        : ['spec.workload.with.job', `expected the name of a Job of the bundle; there is no ${settings.job}`];
    throw invalid(field, expected);
  }
  const cluster = await input.openCluster();
  try {
    const namespace = settings.namespace ?? cluster.client.namespace;
    const bundle = prepareObjects(objects, {
      runId: input.runId,
      namespace,
      maxObjects: settings.maxObjects ?? cluster.maxObjects,
      isNamespaced: await readScopes(cluster.client),
      result: settings.result,
    });
    return await startBundle(input, {
      cluster,
      namespace,
      bundle,
      logs: settings.logs,
      result: settings.result,
      judge: (view, nowMs) => judgeJobs(view, names, nowMs),
    });
  } catch (error) {
    await cluster.client.close();
    throw error;
  }
}
