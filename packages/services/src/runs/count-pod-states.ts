import type { PodTimes } from '@proofload/db';

/** From each time on, how many pods were in which state. Times are unix milliseconds, rising. */
export interface PodStates {
  atMs: number[];
  pending: number[];
  running: number[];
  succeeded: number[];
  failed: number[];
}

type State = Exclude<keyof PodStates, 'atMs'>;
const states: readonly State[] = ['pending', 'running', 'succeeded', 'failed'];

interface Change {
  atMs: number;
  from: State | null;
  to: State | null;
}

/**
 * How many pods were pending, running, and had succeeded or failed, over time. Pods that were deleted before they had ended are
 * counted until then.
 * @param maxPoints with more changes, only the last of each of so many steps is kept
 */
export function countPodStates(pods: readonly PodTimes[], maxPoints: number): PodStates {
  const changes = pods.flatMap(listChanges).sort((a, b) => a.atMs - b.atMs);
  const counted: PodStates = { atMs: [], pending: [], running: [], succeeded: [], failed: [] };
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return counted;
  // Kubernetes counts in seconds.
  const stepMs = Math.ceil((last.atMs - first.atMs) / maxPoints / 1000) * 1000 || 1000;
  const now: Record<State, number> = { pending: 0, running: 0, succeeded: 0, failed: 0 };
  for (const { atMs, from, to } of changes) {
    if (from) now[from] -= 1;
    if (to) now[to] += 1;
    const stepAtMs = first.atMs + Math.floor((atMs - first.atMs) / stepMs) * stepMs;
    const isNew = counted.atMs.at(-1) !== stepAtMs;
    const index = isNew ? counted.atMs.push(stepAtMs) - 1 : counted.atMs.length - 1;
    for (const state of states) counted[state][index] = now[state];
  }
  return counted;
}

function listChanges({ phase, createdMs, startedMs, endedMs, deletedMs }: PodTimes): Change[] {
  const changes: Change[] = [{ atMs: createdMs, from: null, to: 'pending' }];
  let [state, sinceMs]: [State, number] = ['pending', createdMs];
  const go = (to: State | null, atMs: number): void => {
    // Clocks of nodes differ, and a pod does not end before it begins.
    sinceMs = Math.max(sinceMs, atMs);
    changes.push({ atMs: sinceMs, from: state, to });
    if (to) state = to;
  };
  if (startedMs !== null) go('running', startedMs);
  if (phase === 'succeeded' || phase === 'failed') go(phase, endedMs ?? deletedMs ?? startedMs ?? createdMs);
  else if (deletedMs !== null) go(null, deletedMs);
  return changes;
}
