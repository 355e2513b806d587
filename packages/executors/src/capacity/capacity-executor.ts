import type { CapacityStep } from '@proofload/domain';
import type { Executor, RunningWorkload, WorkloadInput } from '../executor.ts';
import { describeCluster } from '../kubernetes/cluster-facts.ts';
import { invalid } from '../kubernetes/invalid.ts';
import { keepAsking } from '../kubernetes/keep-asking.ts';
import type { PreparedBundle } from '../kubernetes/prepare-objects.ts';
import { requireAccess } from '../kubernetes/require-access.ts';
import { settingsAt } from './capacity-settings.ts';
import { CapacityWorkload } from './capacity-workload.ts';
import { findTargets, labelOf } from './look-at-step.ts';
import { createPreparer, type PreparedStep } from './prepare-step.ts';

/** How long an API server may be away before a run is given up that has made nothing yet. */
const patienceMs = 60_000;

/**
 * Finds how much a system on a cluster holds: applies a bundle with more and more units, waits until each step has
 * converged and held, and closes in on the first that does not.
 */
export function createCapacityExecutor(): Executor {
  return { start: startSearch };
}

async function startSearch(input: WorkloadInput): Promise<RunningWorkload> {
  const { from, to } = settingsAt(input.with, 0).steps;
  const cluster = await input.openCluster();
  try {
    const namespace = settingsAt(input.with, from).namespace ?? cluster.client.namespace;
    const prepare = await createPreparer(input, cluster, namespace);
    const first = prepare(from);
    requireSameObjects(first.bundle, prepare(to).bundle);
    requireTarget(first);
    await keepAsking(() => requireAccess(cluster, { namespace, bundle: first.bundle }), {
      forMs: patienceMs,
    });
    const known = await input.readSteps();
    sayKnown(input, known);
    await input.remember({ cluster: cluster.name, namespace });
    const described = await describeCluster(cluster);
    const warnings = [...first.bundle.warnings, ...described.warnings];
    const workload = new CapacityWorkload(input, { cluster, namespace, prepare, known, warnings });
    return {
      samplesPath: workload.samplesPath,
      environment: described.facts,
      state: { cluster: cluster.name, namespace },
      ended: workload.follow(),
      stop: () => workload.stop(),
      leave: () => workload.leave(),
      takeSnapshot: () => workload.takeSnapshot(),
    };
  } catch (error) {
    await cluster.client.close();
    throw error;
  }
}

/** Objects with other names would stay behind when the next step comes. */
function requireSameObjects(first: PreparedBundle, last: PreparedBundle): void {
  const name = ({ kind, metadata }: PreparedBundle['objects'][number]) =>
    `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  const other = last.objects.find((object, index) => {
    const before = first.objects[index];
    return before === undefined || name(before) !== name(object);
  });
  if (other === undefined && first.objects.length === last.objects.length) return;
  const message =
    'expected the same objects in every step, with `${units}' + '` in their specifications alone';
  throw invalid('spec.workload.with.objects', message);
}

function requireTarget({ settings, bundle }: PreparedStep): void {
  const { ready } = settings.converged;
  if (ready === undefined || findTargets(bundle.objects, ready).length > 0) return;
  const known = bundle.objects.map(labelOf).slice(0, 20).join(', ');
  const what = ready === 'all' ? 'an object of which Kubernetes says whether it is ready' : 'an object';
  throw invalid('spec.workload.with.converged.ready', `expected ${what} of the bundle, which has ${known}`);
}

function sayKnown({ log }: WorkloadInput, known: readonly CapacityStep[]): void {
  const last = known.at(-1);
  if (last === undefined) return;
  const what = last.state === 'running' ? `step ${last.step} is repeated` : 'the search goes on';
  log('info', `${known.length} steps are known from an earlier worker; ${what}`);
}
