import type { ClusterEvents, Run } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { renderEvents, sayWarning } from './cluster-text.ts';
import { renderRun } from './run-text.ts';
import { describeRunChanges, describeRunProgress } from './wait-for-run.ts';

const startMs = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString();
const measurement = { better: 'none', samples: 4, spread: null, window: null, note: null } as const;

const run: Run = {
  ...{
    id: 'run00001',
    name: 'pods pods=8 #1',
    url: 'http://127.0.0.1:3000/runs/run00001',
    experiment: 'pods',
  },
  ...{
    experimentVersion: 1,
    sweep: 'sweep001',
    status: 'finished',
    outcome: 'failed',
    verdict: 'inconclusive',
  },
  reason: 'Job pods: the container main was killed for lack of memory (OOMKilled)',
  ...{ executor: 'kubernetes-job', params: { pods: 8 }, labels: {}, treatment: 'pods=8', replicate: 1 },
  cluster: { name: 'staging', namespace: 'bench' },
  ...{ retryOf: null, retriedBy: null, createdAt: at(-5), startedAt: at(0), finishedAt: at(42) },
  ...{ evaluatedVersion: 1, windows: {}, slos: [], pinned: null, attempt: 1, position: 1, revision: 9 },
  measurements: { memory: { ...measurement, value: 40 * 1024 ** 2, unit: 'bytes' } },
  ...{ samplesExpiredAt: null, artifactsExpiredAt: null, logsExpiredAt: null, evaluation: 1 },
  ...{
    cancelRequested: false,
    citation: null,
    objects: 'kept',
    annotations: [],
    environment: {},
    artifacts: [],
  },
  phases: [{ name: 'load', from: at(2), to: at(40) }],
  warnings: ['No data of query memory for 3 s'],
};

const event = (seconds: number, type: 'normal' | 'warning', reason: string, count = 1) => ({
  ...{ id: `${seconds}`, firstAt: at(seconds), at: at(seconds), type, reason, object: 'Pod/pods-x7k2p' },
  ...{ message: `because of ${reason}`, count },
});
const eventsOf = (items: ClusterEvents['items'], more: Partial<ClusterEvents> = {}): ClusterEvents => ({
  items,
  total: 2,
  warnings: 1,
  matching: items.length,
  isFull: false,
  expiredAt: null,
  nextCursor: null,
  ...more,
});
const oom = event(30, 'warning', 'OOMKilled', 3);
const plain = (lines: string[]): string[] => lines.map((line) => line.replaceAll('\u00a0', ' '));

describe('a run in a terminal', () => {
  it('says how it ended and why, what was measured, and what the cluster warned of', () => {
    const lines = renderRun(
      { run, steps: null, events: eventsOf([oom]) },
      { allEvents: false, nowMs: startMs },
    );
    expect(plain(lines)).toEqual([
      'pods pods=8 #1: finished, failed, verdict inconclusive',
      '  Job pods: the container main was killed for lack of memory (OOMKilled)',
      '  executor kubernetes-job, cluster staging, namespace bench, objects kept',
      '  started 2026-01-01T00:00:00.000Z, took 42 s',
      '  phase load  38 s',
      'Warning: No data of query memory for 3 s',
      '',
      'measurement  value',
      'memory       40 MiB',
      '',
      'Cluster: 1 warning of 2 events',
      '  after 30 s  Pod/pods-x7k2p  OOMKilled  3 times  because of OOMKilled',
      '',
      'Run: http://127.0.0.1:3000/runs/run00001',
    ]);
  });

  it('that is under way says for how long', () => {
    const live: Run = {
      ...run,
      status: 'running',
      outcome: null,
      verdict: null,
      finishedAt: null,
      reason: null,
    };
    const lines = renderRun(
      { run: live, steps: null, events: null },
      { allEvents: false, nowMs: startMs + 9000 },
    );
    expect(plain(lines).slice(0, 3)).toEqual([
      'pods pods=8 #1: running',
      '  executor kubernetes-job, cluster staging, namespace bench, objects kept',
      '  started 2026-01-01T00:00:00.000Z, for 9 s',
    ]);
    expect(plain([describeRunProgress(live, null, startMs + 9000)])).toEqual([
      'pods pods=8 #1: running for 9 s',
    ]);
    expect(plain(describeRunChanges(live, null).map(({ line }) => line))).toEqual([
      'pods pods=8 #1 started',
      'Phase load took 38 s',
    ]);
    expect(describeRunChanges(run, null).at(-1)?.line).toBe('pods pods=8 #1 failed');
  });
});

describe('events of a cluster', () => {
  const render = (events: ClusterEvents, all = false): string[] =>
    plain(renderEvents(events, { all, sinceMs: startMs }));

  it('are all there when that is asked for, with their kind', () => {
    expect(render(eventsOf([event(1, 'normal', 'Scheduled'), oom]), true)).toEqual([
      'Cluster: 2 events',
      '  after 1 s   normal   Pod/pods-x7k2p  Scheduled           because of Scheduled',
      '  after 30 s  warning  Pod/pods-x7k2p  OOMKilled  3 times  because of OOMKilled',
    ]);
  });

  it('say how many there are, and stand in the order of time', () => {
    const newest = [event(9, 'warning', 'R9'), event(8, 'warning', 'R8')];
    const [head, ...rows] = render(eventsOf(newest, { total: 5000, warnings: 25, isFull: true }));
    expect(head).toBe(
      'Cluster: 25 warnings of 5000 events, and more that were not kept; the newest 2 of them:',
    );
    expect(rows.map((row) => row.match(/R\d/)?.[0])).toEqual(['R8', 'R9']);
  });

  it('say that there are none, or none any more', () => {
    expect(render(eventsOf([], { total: 0, warnings: 0 }))).toEqual(['Cluster: no events']);
    expect(render(eventsOf([], { expiredAt: at(60) }))).toEqual([
      'Cluster: its events expired at 2026-01-01T00:01:00.000Z',
    ]);
  });

  it('explain a run that failed in a line each', () => {
    expect(sayWarning(oom)).toBe('Pod/pods-x7k2p: OOMKilled, 3 times: because of OOMKilled');
  });
});
