/*
 * Which sweep has the next run. Pure: workers claim by it, pages explain by it, and the forecast plays it forward.
 *
 * Runs of one cluster are claimed in one lane, in turn: priority, then age of the sweep, then position in it. Runs
 * without a cluster are made where their worker is, whose concurrency limits them, so that each sweep has a lane of its own.
 */

export const priorityRange = { min: -100, max: 100 } as const;

/** A week: what waits longer is another sweep. */
export const maxCoolDownMs = 7 * 86_400_000;

/** A sweep with runs that wait, and what goes on where they shall be executed. Times are unix milliseconds. */
export interface WaitingSweep {
  /** Null for runs without a sweep. */
  sweepId: string | null;
  projectId: string;
  clusterName: string | null;
  priority: number;
  createdAtMs: number;
  coolDownMs: number;
  isPaused: boolean;
  /** Runs that wait. */
  waiting: number;
  /** Runs of the sweep that have been claimed and are not finished. */
  active: number;
  /** The same of all sweeps on the cluster; 0 without one. */
  activeOnCluster: number;
  /** Runs that the cluster takes at a time; null without a cluster. */
  clusterLimit: number | null;
  /** When a load last ended, of the sweep or on its cluster; null when none has, or nobody waits for it. */
  lastEndMs: number | null;
}

/** Whether the next run of a sweep may start, or what it waits for. */
export type Turn =
  /** So many runs may start now. */
  | { kind: 'due'; room: number }
  | { kind: 'paused' }
  | { kind: 'cool-down'; untilMs: number }
  /** With a cool-down, runs of a sweep come one after another. */
  | { kind: 'own-run' }
  | { kind: 'cluster-full'; active: number; limit: number }
  /** Another sweep comes first on the cluster. */
  | { kind: 'behind'; sweepId: string | null };

type Lane = Pick<WaitingSweep, 'projectId' | 'clusterName' | 'sweepId'>;

/** Names what runs are claimed from under one lock. */
export const laneKey = ({ projectId, clusterName, sweepId }: Lane): string =>
  JSON.stringify(clusterName === null ? [projectId, 'sweep', sweepId] : [projectId, 'cluster', clusterName]);

type Ordered = Pick<WaitingSweep, 'priority' | 'createdAtMs' | 'sweepId'>;

/** The order in which sweeps are served. */
export function byTurn(a: Ordered, b: Ordered): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  if (a.createdAtMs !== b.createdAtMs) return a.createdAtMs - b.createdAtMs;
  return (a.sweepId ?? '').localeCompare(b.sweepId ?? '', 'en');
}

/** Sweeps in the order in which they are served, each with whether it may start a run now. */
export function decideTurns<S extends WaitingSweep>(
  sweeps: readonly S[],
  nowMs: number,
): { sweep: S; turn: Turn }[] {
  const lanes = new Map<string, LaneState>();
  return [...sweeps].sort(byTurn).map((sweep) => {
    const key = laneKey(sweep);
    const lane = lanes.get(key) ?? { taken: 0, first: null };
    lanes.set(key, lane);
    const turn = decideTurn(sweep, lane, nowMs);
    if (turn.kind === 'due') lane.taken += turn.room;
    // While a sweep cools down nothing behind it may start: it would heat what the first waits for, for ever.
    if (turn.kind === 'due' || turn.kind === 'cool-down') lane.first ??= { sweepId: sweep.sweepId, turn };
    return { sweep, turn };
  });
}

interface LaneState {
  /** Places that sweeps before this one take. */
  taken: number;
  first: { sweepId: string | null; turn: Turn } | null;
}

function decideTurn(sweep: WaitingSweep, lane: LaneState, nowMs: number): Turn {
  const { coolDownMs, lastEndMs, clusterLimit, activeOnCluster } = sweep;
  if (sweep.isPaused) return { kind: 'paused' };
  if (lane.first?.turn.kind === 'cool-down') return { kind: 'behind', sweepId: lane.first.sweepId };
  if (clusterLimit !== null && activeOnCluster >= clusterLimit)
    return { kind: 'cluster-full', active: activeOnCluster, limit: clusterLimit };
  const places =
    clusterLimit === null ? Number.POSITIVE_INFINITY : clusterLimit - activeOnCluster - lane.taken;
  if (places <= 0) return { kind: 'behind', sweepId: lane.first?.sweepId ?? null };
  if (coolDownMs > 0 && sweep.active > 0) return { kind: 'own-run' };
  if (coolDownMs > 0 && lastEndMs !== null && nowMs < lastEndMs + coolDownMs)
    return { kind: 'cool-down', untilMs: lastEndMs + coolDownMs };
  return { kind: 'due', room: Math.min(places, coolDownMs > 0 ? 1 : sweep.waiting) };
}
