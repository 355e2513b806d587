import { describe, expect, it } from 'vitest';
import { decide, maxAttempts, type RunEvent, type RunEventType, type RunState } from './lifecycle.ts';
import { type RunStatus, runStatuses } from './state.ts';

const events: Record<RunEventType, RunEvent> = {
  claim: { type: 'claim' },
  'hand-back': { type: 'hand-back' },
  begin: { type: 'begin' },
  open: { type: 'open' },
  end: { type: 'end', outcome: 'completed', reason: null },
  fail: { type: 'fail', reason: 'broken' },
  'lease-lost': { type: 'lease-lost' },
  'request-cancel': { type: 'request-cancel' },
  close: { type: 'close' },
};

/** Every pair: the new status, `note`, `ignore`, or `-` for refused. */
const table: Record<RunStatus, Record<RunEventType, string>> = {
  queued: row('starting', '-', '-', 'running', '-', '-', 'ignore', 'finished:cancelled', '-'),
  starting: row('-', 'queued', 'running', '-', '-', 'finishing:failed', 'queued', 'note', '-'),
  running: row(
    '-',
    '-',
    '-',
    '-',
    'finishing:completed',
    'finishing:failed',
    'finishing:failed',
    'note',
    '-',
  ),
  finishing: row('-', '-', '-', '-', '-', '-', 'finishing', 'ignore', 'finished:failed'),
  finished: row('-', '-', '-', '-', '-', '-', 'ignore', 'ignore', '-'),
};

function row(...cells: string[]): Record<RunEventType, string> {
  return Object.fromEntries(Object.keys(events).map((type, index) => [type, cells[index]])) as Record<
    RunEventType,
    string
  >;
}

const stateOf = (status: RunStatus, changes: Partial<RunState> = {}): RunState => ({
  status,
  pendingOutcome: null,
  isCancelRequested: false,
  executor: 'k6',
  attempt: 1,
  ...changes,
});

function describeDecision(state: RunState, event: RunEvent): string {
  const decision = decide(state, event);
  if (decision.kind === 'move')
    return decision.outcome ? `${decision.status}:${decision.outcome}` : decision.status;
  return { 'note-cancel': 'note', ignore: 'ignore', refuse: '-' }[decision.kind];
}

describe('every pair of status and event', () => {
  const pairs = runStatuses.flatMap((status) => Object.values(events).map((event) => ({ status, event })));
  it.each(pairs)('$status, $event.type', ({ status, event }) => {
    expect(describeDecision(stateOf(status), event)).toBe(table[status][event.type]);
  });
});

describe('cancelling', () => {
  const asked = { isCancelRequested: true };
  it('turns an interrupted load into a cancelled run', () => {
    const end: RunEvent = { type: 'end', outcome: 'failed', reason: 'interrupted' };
    expect(describeDecision(stateOf('running', asked), end)).toBe('finishing:cancelled');
  });
  it('leaves a load that had completed by itself as completed', () => {
    expect(describeDecision(stateOf('running', asked), events.end)).toBe('finishing:completed');
  });
  it('does not put a cancelled run back into the queue when its worker dies', () => {
    expect(describeDecision(stateOf('starting', asked), events['lease-lost'])).toBe('finishing:cancelled');
  });
  it('ends a run that somebody else executes at once', () => {
    expect(describeDecision(stateOf('running', { executor: 'external' }), events['request-cancel'])).toBe(
      'finishing:cancelled',
    );
  });
});

it('gives a run up whose workers vanish again and again before the load began', () => {
  const lost = events['lease-lost'];
  expect(describeDecision(stateOf('starting', { attempt: maxAttempts - 1 }), lost)).toBe('queued');
  expect(describeDecision(stateOf('starting', { attempt: maxAttempts }), lost)).toBe('finishing:failed');
});

it('keeps the outcome that was decided at the end of the load', () => {
  expect(describeDecision(stateOf('finishing', { pendingOutcome: 'stalled' }), events.close)).toBe(
    'finished:stalled',
  );
});

it('never ends a run of somebody else for want of a lease', () => {
  expect(describeDecision(stateOf('running', { executor: 'external' }), events['lease-lost'])).toBe('ignore');
});

describe('a load that goes on without its worker', () => {
  const running = (changes: Partial<RunState> = {}) =>
    stateOf('running', { executor: 'kubernetes-job', ...changes });

  it('is handed back while it runs', () => {
    expect(describeDecision(running(), events['hand-back'])).toBe('running');
    expect(describeDecision(stateOf('running'), events['hand-back'])).toBe('-');
  });

  it('is left to the next worker, but not for ever', () => {
    expect(describeDecision(running(), events['lease-lost'])).toBe('ignore');
    expect(describeDecision(running({ attempt: maxAttempts }), events['lease-lost'])).toBe(
      'finishing:failed',
    );
  });
});
