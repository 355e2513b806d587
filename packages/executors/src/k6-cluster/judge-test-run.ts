import type { JobsEnd } from '../kubernetes/judge-jobs.ts';
import { judgeJobs } from '../kubernetes/judge-jobs.ts';
import { isOomKilled } from '../kubernetes/pod-facts.ts';
import type { RunView } from '../kubernetes/run-watcher.ts';
import type { TestRunStages } from './test-run-stages.ts';

const failed = (reason: string): JobsEnd => ({ outcome: 'failed', reason, warnings: [] });
const completed: JobsEnd = { outcome: 'completed', reason: null, warnings: [] };

/**
 * Whether a TestRun has ended, by its stage or by the Jobs that the operator made of it, whose ends come first; null while
 * it goes on. What the exit codes of k6 mean is judged afterwards.
 */
export function judgeTestRun(
  view: RunView,
  { stages, name, parallelism }: { stages: TestRunStages; name: string; parallelism: number },
  nowMs: number,
): JobsEnd | null {
  if (stages.isDeleted)
    return failed(`The TestRun ${name} was deleted while the run went on, and not by Proofload`);
  const initializer = view.jobs.get(`${name}-initializer`);
  if (initializer?.end && !initializer.end.isComplete)
    return failed(`The k6-operator could not prepare the script: ${reasonOf(view, initializer.name, nowMs)}`);
  if (stages.stage === 'error') return failed(`The k6-operator ended the TestRun ${name} with an error`);
  const runners = Array.from({ length: parallelism }, (_, at) => `${name}-${at + 1}`);
  const deleted = runners.find((runner) => view.deletedJobs.has(runner));
  if (deleted !== undefined) return judgeJobs(view, [deleted], nowMs);
  if (stages.stage === 'finished') return completed;
  if (!runners.every((runner) => view.jobs.get(runner)?.end)) return judgePods(view, runners, nowMs);
  const killed = [...view.pods.values()].find(
    (pod) => runners.includes(pod.job ?? '') && pod.ends.some(isOomKilled),
  );
  return killed?.job ? judgeJobs(view, [killed.job], nowMs) : completed;
}

/** Pods that a quota or admission refuses never end. */
function judgePods(view: RunView, runners: readonly string[], nowMs: number): JobsEnd | null {
  const open = runners.filter((runner) => !view.jobs.get(runner)?.end);
  return open.length === 0 ? null : judgeJobs({ ...pick(view), jobs: withoutEnded(view) }, open, nowMs);
}

const pick = ({ pods, deletedJobs, failedCreate }: RunView) => ({ pods, deletedJobs, failedCreate });
const withoutEnded = (view: RunView) => new Map([...view.jobs].filter(([, job]) => job.end === null));

function reasonOf(view: RunView, job: string, nowMs: number): string {
  return judgeJobs(view, [job], nowMs)?.reason ?? 'its Job failed';
}
