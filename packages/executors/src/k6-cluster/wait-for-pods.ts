import type { JobsEnd } from '../kubernetes/judge-jobs.ts';
import type { PodFacts } from '../kubernetes/pod-facts.ts';
import type { RunView } from '../kubernetes/run-watcher.ts';

/** Jobs and pods are watched apart, so that the end of a Job may be seen before the ends of its pods. */
const patienceMs = 15_000;
/** A load that failed may have no instance at all. */
const failedPatienceMs = 3_000;

type Judge = (view: RunView, nowMs: number) => JobsEnd | null;

/** Holds an end back until as many instances of k6 were seen to end, so that what they say is read. */
export function waitForPods(
  judge: Judge,
  instances: { parallelism: number; numberOf: (pod: PodFacts) => number | null },
): Judge {
  let sinceMs: number | null = null;
  return (view, nowMs) => {
    const end = judge(view, nowMs);
    if (end === null) return null;
    sinceMs ??= nowMs;
    const pods = [...view.pods.values()].filter((pod) => instances.numberOf(pod) !== null);
    const ended = pods.filter(({ ends }) => ends.length > 0).length;
    const [enough, waitMs] =
      end.outcome === 'completed' ? [instances.parallelism, patienceMs] : [1, failedPatienceMs];
    return ended >= enough || nowMs - sinceMs >= waitMs ? end : null;
  };
}
