import type { ClusterEvents, RunPod, RunPods } from '@proofload/contracts';
import { describe, expect, it } from 'vitest';
import { chooseTicks } from '../runs/timeline-model';
import { buildClusterTimeline, joinWarnings, ticksWithin } from './cluster-timeline-model';

const start = Date.UTC(2026, 10, 21, 3);
const at = (second: number): string => new Date(start + second * 1000).toISOString();
const run = {
  startedAt: at(0),
  finishedAt: null as string | null,
  phases: [{ name: 'load', from: at(1), to: null }],
};
const pod = (changes: Partial<RunPod> = {}): RunPod => ({
  name: 'load-a',
  job: 'load',
  node: 'node-1',
  phase: 'running',
  createdAt: at(1),
  scheduledAt: at(2),
  startedAt: at(5),
  readyAt: at(6),
  endedAt: null,
  deletedAt: null,
  restarts: 0,
  waiting: null,
  containers: ['main'],
  ends: [],
  ...changes,
});
const found = (items: RunPod[], changes: Partial<RunPods> = {}) => ({
  items,
  jobs: [],
  totals: { total: items.length } as RunPods['totals'],
  ...changes,
});
const warning = (second: number, object: string): ClusterEvents['items'][number] => ({
  id: `${object}${second}`,
  at: at(second),
  firstAt: at(second),
  type: 'warning',
  reason: 'BackOff',
  object,
  message: '',
  count: 1,
});
const build = (items: RunPod[], changes: Partial<RunPods> = {}, warnings: ClusterEvents['items'] = []) => {
  const timeline = buildClusterTimeline(run, found(items, changes), warnings, start + 60_000);
  if (timeline === null) throw new Error('no timeline');
  return timeline;
};
const segmentsOf = (given: RunPod) =>
  build([given])
    .rows.find(({ kind }) => kind === 'pod')
    ?.segments.map(({ kind, fromMs, toMs }) => [kind, fromMs / 1000, toMs / 1000]);

describe('the life of a pod', () => {
  it.each<[string, Partial<RunPod>, unknown]>([
    [
      'one that runs',
      {},
      [
        ['unscheduled', 1, 2],
        ['starting', 2, 5],
        ['running', 5, 60],
      ],
    ],
    [
      'one that no node takes',
      { scheduledAt: null, startedAt: null, phase: 'pending' },
      [['unscheduled', 1, 60]],
    ],
    [
      'one whose image is missing',
      { startedAt: null, phase: 'pending' },
      [
        ['unscheduled', 1, 2],
        ['starting', 2, 60],
      ],
    ],
    [
      'one that failed at once',
      { phase: 'failed', scheduledAt: at(1), startedAt: at(5), endedAt: at(5) },
      [
        ['starting', 1, 5],
        ['failed', 5, 5],
      ],
    ],
    [
      'one that was evicted before it ran',
      { phase: 'failed', startedAt: null, deletedAt: at(9) },
      [
        ['unscheduled', 1, 2],
        ['starting', 2, 9],
        ['failed', 9, 9],
      ],
    ],
    [
      'one that was deleted while it ran',
      { phase: 'deleted', deletedAt: at(30) },
      [
        ['unscheduled', 1, 2],
        ['starting', 2, 5],
        ['running', 5, 30],
      ],
    ],
  ])('%s', (_, changes, expected) => {
    expect(segmentsOf(pod(changes))).toEqual(expected);
  });

  it('marks readiness, lack of memory and restarts, and says all of it', () => {
    const ends = [
      { container: 'main', exitCode: 2, reason: 'Error', at: at(7) },
      { container: 'main', exitCode: 137, reason: 'OOMKilled', at: at(20) },
    ];
    const [row] = build([pod({ phase: 'failed', endedAt: at(20), ends, restarts: 1 })]).rows.filter(
      ({ kind }) => kind === 'pod',
    );
    expect(row?.marks.map(({ kind, atMs }) => [kind, atMs])).toEqual([
      ['ready', 6_000],
      ['restart', 7_000],
      ['oom', 20_000],
    ]);
    expect(row?.says).toMatch(/^load-a failed, .*main killed for lack of memory at 20/);
  });

  it('says why it waits while it does', () => {
    const waiting = 'ImagePullBackOff: no such image';
    const says = (changes: Partial<RunPod>) => build([pod({ waiting, ...changes })]).rows.at(-1)?.says;
    expect(says({ phase: 'pending' })).toContain(waiting);
    expect(says({ phase: 'failed', endedAt: at(9) })).not.toContain(waiting);
  });
});

it('more than 30 pods have no bars, and Jobs say how they ended', () => {
  const pods = Array.from({ length: 31 }, (_, index) => pod({ name: `p${index}` }));
  const job = {
    name: 'load',
    state: 'failed',
    startedAt: at(1),
    endedAt: at(40),
    reason: 'BackoffLimitExceeded',
    message: 'too often',
    active: 0,
    succeeded: 3,
    failed: 7,
  } as const;
  const { rows } = build(pods, { jobs: [job] });
  expect(rows.map(({ kind }) => kind)).toEqual(['phase', 'job']);
  expect(rows[1]?.says).toContain('3 pods succeeded, 7 failed');
  expect(rows[1]?.says).toContain('BackoffLimitExceeded: too often');
  expect(rows[1]?.segments).toMatchObject([{ kind: 'failed', fromMs: 1_000, toMs: 40_000 }]);
});

it('warnings that lie close are one mark', () => {
  const { warnings } = build([], {}, [
    warning(30, 'Pod/b'),
    warning(10, 'Pod/a'),
    warning(10.2, 'Pod/a'),
    warning(30.5, 'Pod/c'),
  ]);
  expect(joinWarnings(warnings, 750)).toEqual([
    { atMs: 10_000, count: 2, label: 'BackOff: Pod/a', object: 'Pod/a' },
    { atMs: 30_000, count: 2, label: 'BackOff: 2 objects', object: null },
  ]);
});

it('ends with the run, and has nothing to show before it begins', () => {
  const over = { ...run, finishedAt: at(20) };
  expect(buildClusterTimeline(over, found([pod()]), [], start + 60_000)?.lengthMs).toBe(20_000);
  const waiting = { startedAt: null, finishedAt: null, phases: [] };
  expect(buildClusterTimeline(waiting, found([]), [], start)).toBeNull();
});

it('has round ticks within a stretch', () => {
  expect(ticksWithin({ fromMs: 12_300, toMs: 20_100 }, chooseTicks)).toEqual(
    [13, 14, 15, 16, 17, 18, 19, 20].map((second) => second * 1000),
  );
});
