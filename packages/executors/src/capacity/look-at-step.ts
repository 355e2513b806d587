import { ProofloadError } from '@proofload/domain';
import type { ClusterClient, KubernetesObject, ObjectInput } from '@proofload/kubernetes';
import { ClusterError } from '@proofload/kubernetes';
import type { AskPrometheus } from '../executor.ts';
import { isOomKilled, type PodFacts } from '../kubernetes/pod-facts.ts';
import { selectorOf } from '../kubernetes/run-labels.ts';
import type { RunWatcher } from '../kubernetes/run-watcher.ts';
import type { CapacitySettings } from './capacity-settings.ts';
import type { Look } from './judge-step.ts';
import { kindsWithReadiness, type Readiness, readReadiness } from './readiness.ts';

export interface Looking {
  runId: string;
  client: ClusterClient;
  watcher: RunWatcher;
  /** With the units of the step put in. */
  settings: CapacitySettings;
  /** Those whose readiness counts. */
  targets: readonly ObjectInput[];
  askPrometheus: AskPrometheus;
  /** Containers that were killed before the step began. */
  killedBefore: ReadonlySet<string>;
  sinceMs: number;
}

/** Looks at a step of a search. Throws a ProofloadError for a query that Prometheus refuses, and `forbidden` of the cluster. */
export async function lookAtStep(looking: Looking, atMs: number): Promise<Look> {
  const { settings, watcher, killedBefore, sinceMs } = looking;
  const { converged, correct, generator } = settings;
  const [ready, held, isCorrect, load] = await Promise.all([
    converged.ready === undefined ? null : settle(() => readAll(looking)),
    converged.promql === undefined ? null : settle(() => ask(looking, converged.promql ?? '', atMs)),
    correct === undefined ? null : settle(() => ask(looking, correct.promql, atMs)),
    generator === undefined ? null : settle(() => ask(looking, generator.promql, atMs)),
  ]);
  const unready = ready?.value?.filter((each) => !each.isReady) ?? [];
  const isConverged = both(
    ready === null ? true : ready.value && unready.length === 0,
    held === null ? true : held.value && held.value.length > 0,
  );
  const refused = unready.find(({ refusal }) => refusal !== null)?.refusal ?? watcher.failedCreate?.message;
  return {
    atMs,
    isConverged,
    isCorrect: isCorrect === null ? true : isCorrect.value && isCorrect.value.length > 0,
    generator: load?.value?.length ? Math.max(...load.value) : null,
    oomKill: findOomKill(watcher.pods.values(), killedBefore, sinceMs),
    refusal: isConverged === false ? (refused ?? null) : null,
    said: say(unready, held?.value ?? null),
    why: isConverged === true ? null : findWhy(watcher.pods.values()),
    trouble: [ready, held, isCorrect, load].find((each) => each?.trouble)?.trouble ?? null,
  };
}

interface Settled<T> {
  value: T | null;
  trouble: string | null;
}

/** What is away for a while may come back; what is refused stays so. */
async function settle<T>(work: () => Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work(), trouble: null };
  } catch (error) {
    const mayPass =
      error instanceof ClusterError
        ? error.isTransient
        : error instanceof ProofloadError && error.code === 'unavailable';
    if (!mayPass) throw error;
    return { value: null, trouble: (error as Error).message };
  }
}

/** False when either is false, unknown when either is unknown. */
function both(a: boolean | null, b: boolean | null): boolean | null {
  if (a === false || b === false) return false;
  return a === null || b === null ? null : true;
}

const ask = ({ askPrometheus, settings }: Looking, query: string, atMs: number): Promise<number[]> =>
  askPrometheus(query, { atMs, server: settings.server });

export const labelOf = ({ kind, metadata }: ObjectInput): string => `${kind}/${metadata.name}`;

const maxListed = 20_000;

/** How the objects stand, by one list a kind: a bundle may hold very many. */
async function readAll({ client, runId, targets, watcher }: Looking): Promise<Readiness[]> {
  const kinds = new Map(
    targets.map(({ apiVersion, kind, metadata: { namespace } }) => [
      JSON.stringify([apiVersion, kind, namespace]),
      { apiVersion, kind, namespace },
    ]),
  );
  const lists = await Promise.all(
    [...kinds.values()].map((kind) =>
      client.list(kind, { labelSelector: selectorOf(runId), limit: maxListed }),
    ),
  );
  const found = new Map<string, KubernetesObject>();
  for (const object of lists.flatMap(({ items }) => items)) {
    found.set(`${object.metadata.namespace}/${labelOf(object as ObjectInput)}`, object);
    watcher.learn(object.metadata.uid ?? '');
  }
  return targets.map((target) =>
    readReadiness(found.get(`${target.metadata.namespace}/${labelOf(target)}`) ?? null, labelOf(target)),
  );
}

/** Which objects have to be ready: all that can be, or the one that is named. */
export function findTargets(objects: readonly ObjectInput[], ready: string | undefined): ObjectInput[] {
  if (ready === undefined) return [];
  return objects.filter((object) =>
    ready === 'all' ? kindsWithReadiness.includes(object.kind) : labelOf(object) === ready,
  );
}

function findOomKill(pods: Iterable<PodFacts>, before: ReadonlySet<string>, sinceMs: number): string | null {
  // Kubernetes has whole seconds.
  const fromMs = Math.floor(sinceMs / 1000) * 1000;
  for (const { key, pod, container, finishedMs } of listOomKills(pods)) {
    if (!before.has(key) && (finishedMs ?? 0) >= fromMs)
      return `The container ${container} of ${pod} used more memory than it may and was killed (OOMKilled)`;
  }
  return null;
}

export function listOomKills(
  pods: Iterable<PodFacts>,
): { key: string; pod: string; container: string; finishedMs: number | null }[] {
  return [...pods].flatMap(({ uid, name, ends }) =>
    ends.filter(isOomKilled).map(({ container, finishedMs }) => ({
      key: `${uid}/${container}/${finishedMs}`,
      pod: name,
      container,
      finishedMs,
    })),
  );
}

/** Why the first pod that does not run does not. */
function findWhy(pods: Iterable<PodFacts>): string | null {
  for (const { phase, unschedulable, waiting } of pods) {
    if (phase !== 'Deleted' && (unschedulable ?? waiting) !== null) return unschedulable ?? waiting;
  }
  return null;
}

/** The first of what is not ready, and what the query gave. */
function say(unready: readonly Readiness[], held: readonly number[] | null): string {
  const [first] = unready;
  const more = unready.length > 1 ? ` and ${unready.length - 1} more` : '';
  const gave = held === null ? [] : [held.length === 0 ? 'the query of `converged` gives nothing' : ''];
  return [...(first ? [`${first.said}${more}`] : []), ...gave].filter(Boolean).join('; ');
}
