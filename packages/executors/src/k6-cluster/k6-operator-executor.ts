import { ProofloadError } from '@proofload/domain';
import type { Executor, RunningWorkload, WorkloadInput } from '../executor.ts';
import { startBundle } from '../kubernetes/bundle-workload.ts';
import { invalid } from '../kubernetes/invalid.ts';
import type { PodFacts } from '../kubernetes/pod-facts.ts';
import { prepareObjects } from '../kubernetes/prepare-objects.ts';
import { readScopes } from '../kubernetes/read-scopes.ts';
import { selectorOf } from '../kubernetes/run-labels.ts';
import type { RunCluster } from '../kubernetes/run-place.ts';
import { k6OperatorSettingsSchema } from './cluster-k6-settings.ts';
import { concludeK6 } from './conclude-k6.ts';
import { judgeTestRun } from './judge-test-run.ts';
import { fillSecret, prepareK6Support } from './k6-support.ts';
import { makeTestRun, testRunKind } from './test-run-object.ts';
import { TestRunStages } from './test-run-stages.ts';
import { waitForPods } from './wait-for-pods.ts';

/** Runs k6 on a cluster by the k6-operator: a TestRun, whose instances push what they measure into the run. */
export function createK6OperatorExecutor({ scriptsRoot }: { scriptsRoot: string | null }): Executor {
  return {
    start: async (input) => {
      const cluster = await input.openCluster();
      try {
        return await startTestRun(input, cluster, scriptsRoot);
      } catch (error) {
        await cluster.client.close();
        throw error;
      }
    },
  };
}

async function startTestRun(
  input: WorkloadInput,
  cluster: RunCluster,
  scriptsRoot: string | null,
): Promise<RunningWorkload> {
  const settings = k6OperatorSettingsSchema.parse(input.with);
  const { client } = cluster;
  await requireOperator(cluster);
  const { parallelism } = settings;
  const maxObjects = settings.maxObjects ?? cluster.maxObjects;
  if (parallelism > maxObjects)
    throw invalid(
      'spec.workload.with.maxObjects',
      `expected at least as many as the ${parallelism} instances`,
    );
  const support = await prepareK6Support(input, settings, scriptsRoot);
  const namespace = settings.namespace ?? client.namespace;
  const { runId } = input;
  const objects = [support.configMap, support.secret, makeTestRun(settings, support, runId)];
  const isNamespaced = await readScopes(client);
  const bundle = prepareObjects(objects, { runId, namespace, maxObjects, isNamespaced });
  const secret = bundle.objects.find(({ kind }) => kind === 'Secret') ?? support.secret;
  const stages = new TestRunStages(input.note);
  const { name } = support;
  const pods = {
    parallelism,
    scriptPath: support.scriptPath,
    numberOf: (pod: PodFacts) => numberOfJob(pod.job, name),
    isPreparing: ({ job }: PodFacts) => job === `${name}-initializer`,
    loadStartMs: () => stages.startedMs,
  };
  return startBundle(input, {
    cluster,
    namespace,
    bundle,
    logs: settings.logs,
    watches: [testRunKind],
    complete: () => fillSecret(input, client, secret),
    follow: (signal) =>
      client.watch(
        { ...testRunKind, namespace },
        { labelSelector: selectorOf(runId) },
        ({ type, object }) => stages.take(object, type === 'deleted', Date.now()),
        signal,
      ),
    judge: waitForPods((view, nowMs) => judgeTestRun(view, { stages, name, parallelism }, nowMs), pods),
    conclude: (collect, end) => concludeK6(input, pods, collect, end),
  });
}

/** Runner jobs of a TestRun are called `<name>-<number>`. */
function numberOfJob(job: string | null, name: string): number | null {
  const number = job?.startsWith(`${name}-`) ? job.slice(name.length + 1) : '';
  return /^\d+$/.test(number) ? Number(number) : null;
}

async function requireOperator({ client, name }: RunCluster): Promise<void> {
  const resources = await client.resources();
  if (resources.some(({ group, kind }) => group === 'k6.io' && kind === testRunKind.kind)) return;
  throw new ProofloadError(
    'unavailable',
    `The cluster ${name} has no CustomResourceDefinition testruns.k6.io: install the k6-operator (helm install k6-operator k6-operator --repo https://grafana.github.io/helm-charts), or use the executor k6-job`,
  );
}
