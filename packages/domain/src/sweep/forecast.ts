import { decideTurns, type WaitingSweep } from './queue.ts';

/** A run as the forecast sees it. Times are unix milliseconds. */
export interface ForecastRun {
  id: string;
  sweepId: string;
  status: 'queued' | 'active';
  /** Since when it is at work; null when it waits. */
  startedAtMs: number | null;
  /** How long its load is expected to take. */
  lengthMs: number;
}

/** A sweep with its runs that are not finished, those that wait in their order. */
export interface ForecastSweep extends WaitingSweep {
  sweepId: string;
  runs: readonly ForecastRun[];
}

/** When a run is expected to start, if it waits, and to end. */
export interface Expected {
  startMs: number;
  endMs: number;
}

/**
 * Plays the queue forward: who starts when, by the same decisions that workers claim by. Runs of sweeps that are
 * paused are left out.
 * @param localSlots runs without a cluster that are executed at a time
 */
export function forecastQueue(
  sweeps: readonly ForecastSweep[],
  { nowMs, localSlots }: { nowMs: number; localSlots: number },
): Map<string, Expected> {
  const expected = new Map<string, Expected>();
  const states = sweeps.map((sweep) => open(sweep, nowMs, expected));
  let atMs = nowMs;
  for (;;) {
    const started = startOne(states, atMs, localSlots);
    if (started) {
      expected.set(started.id, { startMs: atMs, endMs: atMs + started.lengthMs });
      continue;
    }
    const nextMs = nextChange(states, atMs);
    if (nextMs === null) return expected;
    atMs = nextMs;
    for (const state of states) endRuns(state, states, atMs);
  }
}

interface State {
  sweep: ForecastSweep;
  waiting: ForecastRun[];
  /** Ends of the runs at work. */
  ends: number[];
  lastEndMs: number | null;
}

function open(sweep: ForecastSweep, nowMs: number, expected: Map<string, Expected>): State {
  const ends = sweep.runs.flatMap((run) => {
    if (run.status === 'queued') return [];
    const startMs = run.startedAtMs ?? nowMs;
    const endMs = Math.max(nowMs, startMs + run.lengthMs);
    expected.set(run.id, { startMs, endMs });
    return [endMs];
  });
  const waiting = sweep.runs.filter(({ status }) => status === 'queued');
  return { sweep, waiting, ends, lastEndMs: sweep.lastEndMs };
}

function factsOf(state: State, states: readonly State[]): WaitingSweep & { state: State } {
  const { sweep, waiting, ends, lastEndMs } = state;
  const beside = states.filter((other) => isSameCluster(other.sweep, sweep));
  return {
    ...sweep,
    state,
    waiting: waiting.length,
    active: ends.length,
    activeOnCluster: beside.reduce((sum, other) => sum + other.ends.length, 0),
    lastEndMs,
  };
}

const isSameCluster = (a: WaitingSweep, b: WaitingSweep): boolean =>
  a.clusterName !== null && a.clusterName === b.clusterName && a.projectId === b.projectId;

function startOne(states: readonly State[], atMs: number, localSlots: number): ForecastRun | null {
  const local = states
    .filter(({ sweep }) => sweep.clusterName === null)
    .reduce((sum, { ends }) => sum + ends.length, 0);
  const facts = states.filter(({ waiting }) => waiting.length > 0).map((state) => factsOf(state, states));
  for (const { sweep, turn } of decideTurns(facts, atMs)) {
    if (turn.kind !== 'due' || (sweep.clusterName === null && local >= localSlots)) continue;
    const run = sweep.state.waiting.shift();
    if (run === undefined) continue;
    sweep.state.ends.push(atMs + run.lengthMs);
    return run;
  }
  return null;
}

/** When a run ends or a cool-down is over; null when nothing is to come. */
function nextChange(states: readonly State[], atMs: number): number | null {
  const facts = states.filter(({ waiting }) => waiting.length > 0).map((state) => factsOf(state, states));
  const times = [
    ...states.flatMap(({ ends }) => ends),
    ...decideTurns(facts, atMs).flatMap(({ turn }) => (turn.kind === 'cool-down' ? [turn.untilMs] : [])),
  ];
  return times.length === 0 ? null : Math.max(atMs, Math.min(...times));
}

function endRuns(state: State, states: readonly State[], atMs: number): void {
  const ended = state.ends.filter((endMs) => endMs <= atMs);
  if (ended.length === 0) return;
  state.ends = state.ends.filter((endMs) => endMs > atMs);
  const lastMs = Math.max(...ended);
  for (const other of states)
    if (other === state || isSameCluster(other.sweep, state.sweep))
      other.lastEndMs = Math.max(other.lastEndMs ?? 0, lastMs);
}
