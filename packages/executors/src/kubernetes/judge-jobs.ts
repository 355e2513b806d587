import type { WorkloadEnd } from '../executor.ts';
import type { JobFacts } from './job-facts.ts';
import { type ContainerEnd, isOomKilled, type PodFacts } from './pod-facts.ts';
import type { RunView } from './run-watcher.ts';

export type JobsEnd = Pick<WorkloadEnd, 'outcome' | 'reason' | 'warnings'>;

/** Pods that nobody makes for so long will not come: a quota is full, or admission refuses them. */
const withoutPodsMs = 20_000;

/**
 * Whether the jobs of a run have ended, and how; null while they go on.
 * @param names the jobs that count
 */
export function judgeJobs(view: RunView, names: readonly string[], nowMs: number): JobsEnd | null {
  const gone = names.find((name) => view.deletedJobs.has(name));
  if (gone !== undefined)
    return failed(`The Job ${gone} was deleted while the run went on, and not by Proofload`);
  const jobs = names.map((name) => view.jobs.get(name));
  const bad = jobs.find((job) => job?.end && !job.end.isComplete);
  if (bad) return failed(sayFailure(bad, podsOf(view, bad.name)));
  if (jobs.every((job) => job?.end)) return complete(view, names);
  const refused = view.failedCreate;
  const hasPods = [...view.pods.values()].some(({ phase }) => phase === 'Running' || phase === 'Pending');
  if (refused !== null && !hasPods && nowMs - refused.sinceMs >= withoutPodsMs)
    return failed(`The cluster refuses to make pods: ${refused.message}`);
  return null;
}

const failed = (reason: string): JobsEnd => ({ outcome: 'failed', reason, warnings: [] });

function complete(view: RunView, names: readonly string[]): JobsEnd {
  const pods = names.flatMap((name) => podsOf(view, name));
  const restarts = pods.reduce((sum, pod) => sum + pod.restarts, 0);
  const killed = pods.filter(({ ends }) => ends.some(isOomKilled)).length;
  const failedPods = pods.filter(({ phase }) => phase === 'Failed').length;
  return {
    outcome: 'completed',
    reason: null,
    warnings: [
      ...(failedPods > 0 ? [`${failedPods} of ${pods.length} pods failed and were made again`] : []),
      ...(restarts > 0 ? [`Containers were restarted ${restarts} times`] : []),
      ...(killed > 0 ? [`${killed} pods had a container that was killed for lack of memory`] : []),
    ],
  };
}

const podsOf = (view: RunView, job: string): PodFacts[] =>
  [...view.pods.values()].filter((pod) => pod.job === job);

/** The Job says that it failed; its pods say why. */
function sayFailure(job: JobFacts, pods: readonly PodFacts[]): string {
  const ends = pods.flatMap((pod) => pod.ends.map((end) => ({ pod: pod.name, end })));
  const killed = ends.filter(({ end }) => isOomKilled(end));
  const bad = killed[0] ?? ends.findLast(({ end }) => end.exitCode !== 0);
  const why = job.end?.message ?? job.end?.reason ?? 'no reason given';
  const what = bad ? `; ${bad.pod}: ${sayEnd(bad.end)}` : '';
  const waiting = pods.find((pod) => pod.waiting !== null && pod.startedMs === null);
  const never = waiting && !bad ? `; ${waiting.name} did not start: ${waiting.waiting}` : '';
  return `The Job ${job.name} failed: ${why}${what}${never}`;
}

function sayEnd(end: ContainerEnd): string {
  const reason = isOomKilled(end)
    ? 'was killed for lack of memory (OOMKilled)'
    : `ended with exit code ${end.exitCode}`;
  const said = end.message ? `: ${end.message.trim().slice(0, 500)}` : '';
  return `the container ${end.container} ${reason}${said}`;
}
