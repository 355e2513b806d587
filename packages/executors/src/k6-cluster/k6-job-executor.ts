import type { Executor, RunningWorkload, WorkloadInput } from '../executor.ts';
import { startBundle } from '../kubernetes/bundle-workload.ts';
import { judgeJobs } from '../kubernetes/judge-jobs.ts';
import type { PodFacts } from '../kubernetes/pod-facts.ts';
import { prepareObjects } from '../kubernetes/prepare-objects.ts';
import { readScopes } from '../kubernetes/read-scopes.ts';
import type { RunCluster } from '../kubernetes/run-place.ts';
import { k6JobSettingsSchema } from './cluster-k6-settings.ts';
import { concludeK6 } from './conclude-k6.ts';
import { makeK6Job } from './k6-job-objects.ts';
import { fillSecret, prepareK6Support } from './k6-support.ts';
import { waitForPods } from './wait-for-pods.ts';

/** Runs k6 on a cluster as a Job of one or many instances, which push what they measure into the run. */
export function createK6JobExecutor({ scriptsRoot }: { scriptsRoot: string | null }): Executor {
  return {
    start: async (input) => {
      const cluster = await input.openCluster();
      try {
        return await startK6Job(input, cluster, scriptsRoot);
      } catch (error) {
        await cluster.client.close();
        throw error;
      }
    },
  };
}

async function startK6Job(
  input: WorkloadInput,
  cluster: RunCluster,
  scriptsRoot: string | null,
): Promise<RunningWorkload> {
  const settings = k6JobSettingsSchema.parse(input.with);
  const support = await prepareK6Support(input, settings, scriptsRoot);
  const namespace = settings.namespace ?? cluster.client.namespace;
  const { parallelism } = settings;
  const job = makeK6Job(settings, support, (input.deadlineMs - Date.now()) / 1000);
  const bundle = prepareObjects([support.configMap, support.secret, job], {
    runId: input.runId,
    namespace,
    maxObjects: settings.maxObjects ?? cluster.maxObjects,
    isNamespaced: await readScopes(cluster.client),
  });
  const pods = {
    parallelism,
    scriptPath: support.scriptPath,
    numberOf: (pod: PodFacts) => (pod.job === support.name ? numberOfPod(pod.name, support.name) : null),
  };
  const secret = bundle.objects.find(({ kind }) => kind === 'Secret') ?? support.secret;
  return startBundle(input, {
    cluster,
    namespace,
    bundle,
    logs: settings.logs,
    complete: () => fillSecret(input, cluster.client, secret),
    judge: waitForPods((view, nowMs) => judgeJobs(view, [support.name], nowMs), pods),
    conclude: (collect, end) => concludeK6(input, pods, collect, end),
  });
}

/** Pods of an indexed Job are called `<job>-<index>-<random>`. */
function numberOfPod(name: string, job: string): number | null {
  const index = /^-(\d+)-/.exec(name.slice(job.length))?.[1];
  return index === undefined ? null : Number(index) + 1;
}
