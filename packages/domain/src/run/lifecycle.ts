import { outlivesWorker } from './executors.ts';
import type { RunOutcome, RunStatus } from './state.ts';

/*
 * The life of a run. The row in the database is the truth; every change of status goes through `decide`.
 *
 *   queued --claim--> starting --begin--> running --end--> finishing --close--> finished
 *     |                  |                   |                 |
 *     |                  +--hand-back--> queued                +--lease-lost--> finishing (is taken up again)
 *     |                  +--lease-lost-> queued (after several attempts: finishing)
 *     |                  +--fail ----------------------------------------------> finishing
 *     |                                      +--fail, lease-lost---------------> finishing
 *     |                                      +--hand-back--> running, when the load goes on without the worker: another
 *     |                                      |               takes it over, as it does after the lease was lost
 *     +--open (somebody else executes)--> running
 *     +--request-cancel--> finished (cancelled); elsewhere it is noted, and whoever executes the run stops it
 *
 * `finishing` computes measurements and objectives, so that failed, stalled and cancelled runs keep what they had.
 */

export type RunEvent =
  /** A worker takes the run, with a lease. */
  | { type: 'claim' }
  /** The worker goes away before the load began, or while it goes on without it: the run waits for another. */
  | { type: 'hand-back' }
  /** The load begins. */
  | { type: 'begin' }
  /** Somebody else executes the run: it is open for data at once. */
  | { type: 'open' }
  /** The load ended by itself. */
  | { type: 'end'; outcome: RunOutcome; reason: string | null }
  /** The run cannot go on. */
  | { type: 'fail'; reason: string }
  /** The worker's lease ran out: it is dead or cut off. */
  | { type: 'lease-lost' }
  | { type: 'request-cancel' }
  /** Results are computed. */
  | { type: 'close' };

export type RunEventType = RunEvent['type'];

/** What is known of a run when an event arrives. */
export interface RunState {
  status: RunStatus;
  /** Outcome decided at the end of the load, and kept until the run is closed. */
  pendingOutcome: RunOutcome | null;
  isCancelRequested: boolean;
  executor: string;
  /** How often a worker has claimed the run. */
  attempt: number;
}

/** The change to make, or the reason why the event does not fit the state. */
export type RunDecision =
  | { kind: 'move'; status: RunStatus; outcome?: RunOutcome; reason?: string | null }
  | { kind: 'note-cancel' }
  | { kind: 'ignore'; why: string }
  | { kind: 'refuse'; why: string };

/** A run whose worker vanishes is given to another this often: it may be the run that kills workers. */
export const maxAttempts = 5;

const lostWhileRunning = 'The worker vanished while the load was running; what had arrived by then is kept';

/** Decides what an event does to a run. Pure: carries nothing out. */
export function decide(run: RunState, event: RunEvent): RunDecision {
  if (run.status === 'finished') return afterTheEnd(event);
  switch (event.type) {
    case 'claim':
      return run.status === 'queued' ? move('starting') : refuse(run, event);
    case 'open':
      return run.status === 'queued' ? move('running') : refuse(run, event);
    case 'hand-back':
      return onHandBack(run, event);
    case 'begin':
      return run.status === 'starting' ? move('running') : refuse(run, event);
    case 'end':
      return run.status === 'running' ? ending(run, event.outcome, event.reason) : refuse(run, event);
    case 'fail':
      return run.status === 'starting' || run.status === 'running'
        ? ending(run, 'failed', event.reason)
        : refuse(run, event);
    case 'lease-lost':
      return onLeaseLost(run);
    case 'request-cancel':
      return onCancel(run);
    case 'close':
      return run.status === 'finishing'
        ? { kind: 'move', status: 'finished', outcome: run.pendingOutcome ?? 'failed' }
        : refuse(run, event);
  }
}

function ending(run: RunState, outcome: RunOutcome, reason: string | null): RunDecision {
  const cancelled = run.isCancelRequested && outcome !== 'completed';
  return cancelled
    ? { kind: 'move', status: 'finishing', outcome: 'cancelled', reason: 'Cancelled on request' }
    : { kind: 'move', status: 'finishing', outcome, reason };
}

function onHandBack(run: RunState, event: RunEvent): RunDecision {
  if (run.status === 'starting') return move('queued');
  return run.status === 'running' && outlivesWorker(run.executor) ? move('running') : refuse(run, event);
}

function onLeaseLost(run: RunState): RunDecision {
  if (run.status === 'queued') return { kind: 'ignore', why: 'the run waits for a worker' };
  if (run.status === 'finishing') return move('finishing');
  if (run.status === 'starting') {
    if (run.isCancelRequested) return ending(run, 'cancelled', 'Cancelled on request');
    return run.attempt < maxAttempts
      ? move('queued')
      : ending(run, 'failed', `${maxAttempts} workers vanished before the load began`);
  }
  if (run.executor === 'external') return { kind: 'ignore', why: 'somebody else executes the run' };
  if (!outlivesWorker(run.executor)) return ending(run, 'failed', lostWhileRunning);
  return run.attempt < maxAttempts
    ? { kind: 'ignore', why: 'the load goes on, and another worker takes the run over' }
    : ending(run, 'failed', `${maxAttempts} workers vanished while the load was running`);
}

function onCancel(run: RunState): RunDecision {
  if (run.status === 'queued') {
    return { kind: 'move', status: 'finished', outcome: 'cancelled', reason: 'Cancelled before it started' };
  }
  if (run.status === 'running' && run.executor === 'external') {
    return { kind: 'move', status: 'finishing', outcome: 'cancelled', reason: 'Cancelled on request' };
  }
  if (run.status === 'finishing') return { kind: 'ignore', why: 'the load has ended already' };
  return run.isCancelRequested
    ? { kind: 'ignore', why: 'cancelling was asked for before' }
    : { kind: 'note-cancel' };
}

function afterTheEnd(event: RunEvent): RunDecision {
  return event.type === 'request-cancel' || event.type === 'lease-lost'
    ? { kind: 'ignore', why: 'the run is finished' }
    : { kind: 'refuse', why: `a finished run cannot ${event.type}` };
}

const move = (status: RunStatus): RunDecision => ({ kind: 'move', status });
const refuse = (run: RunState, event: RunEvent): RunDecision => ({
  kind: 'refuse',
  why: `a run that is ${run.status} cannot ${event.type}`,
});
