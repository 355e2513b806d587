import { describe, expect, it } from 'vitest';
import type { JobFacts } from './job-facts.ts';
import { judgeJobs } from './judge-jobs.ts';
import type { PodFacts } from './pod-facts.ts';
import type { RunView } from './run-watcher.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');

const job = (name: string, changes: Partial<JobFacts> = {}): JobFacts => ({
  name,
  namespace: 'bench',
  uid: `uid-${name}`,
  active: 1,
  succeeded: 0,
  failed: 0,
  startedMs: nowMs - 60_000,
  end: null,
  ...changes,
});
const complete = { isComplete: true, reason: null, message: null, atMs: nowMs };
const failed = {
  isComplete: false,
  reason: 'BackoffLimitExceeded',
  message: 'Job has reached the backoff limit',
  atMs: nowMs,
};

const pod = (name: string, changes: Partial<PodFacts> = {}): PodFacts => ({
  name,
  namespace: 'bench',
  uid: `uid-${name}`,
  job: 'load',
  node: 'node-1',
  phase: 'Running',
  createdMs: nowMs,
  scheduledMs: nowMs,
  startedMs: nowMs,
  readyMs: null,
  finishedMs: null,
  deletedMs: null,
  restarts: 0,
  restarted: [],
  containers: ['main'],
  earlierEnds: [],
  unschedulable: null,
  waiting: null,
  ends: [],
  images: {},
  ...changes,
});
const ended = (exitCode: number, reason: string, message: string | null = null) => ({
  container: 'main',
  exitCode,
  reason,
  message,
  startedMs: nowMs,
  finishedMs: nowMs,
});

const view = (jobs: JobFacts[], pods: PodFacts[] = [], changes: Partial<RunView> = {}): RunView => ({
  jobs: new Map(jobs.map((each) => [each.name, each])),
  pods: new Map(pods.map((each) => [each.uid, each])),
  deletedJobs: new Set(),
  failedCreate: null,
  ...changes,
});

describe('a run', () => {
  it('goes on while a Job goes on, or is not seen yet', () => {
    expect(judgeJobs(view([job('load')]), ['load'], nowMs)).toBeNull();
    expect(judgeJobs(view([]), ['load'], nowMs)).toBeNull();
    expect(judgeJobs(view([job('a', { end: complete }), job('b')]), ['a', 'b'], nowMs)).toBeNull();
  });

  it('completes with its last Job, and says what went wrong on the way', () => {
    const pods = [
      pod('a', { phase: 'Succeeded', restarts: 2 }),
      pod('b', { phase: 'Failed', ends: [ended(137, 'OOMKilled')] }),
    ];
    expect(judgeJobs(view([job('load', { end: complete })], pods), ['load'], nowMs)).toEqual({
      outcome: 'completed',
      reason: null,
      warnings: [
        '1 of 2 pods failed and were made again',
        'Containers were restarted 2 times',
        '1 pods had a container that was killed for lack of memory',
      ],
    });
  });

  it('fails with a Job, and says what its pods say', () => {
    const pods = [pod('a', { phase: 'Failed', ends: [ended(99, 'Error', 'thresholds were crossed\n')] })];
    expect(judgeJobs(view([job('load', { end: failed })], pods), ['load'], nowMs)).toMatchObject({
      outcome: 'failed',
      reason:
        'The Job load failed: Job has reached the backoff limit; a: the container main ended with exit code 99: thresholds were crossed',
    });
  });

  it('names lack of memory before other ends', () => {
    const pods = [pod('a', { ends: [ended(137, 'OOMKilled')] }), pod('b', { ends: [ended(1, 'Error')] })];
    expect(judgeJobs(view([job('load', { end: failed })], pods), ['load'], nowMs)?.reason).toContain(
      'a: the container main was killed for lack of memory (OOMKilled)',
    );
  });

  it('says why pods never started', () => {
    const pods = [
      pod('a', { startedMs: null, phase: 'Pending', waiting: 'ImagePullBackOff: no such image' }),
    ];
    expect(judgeJobs(view([job('load', { end: failed })], pods), ['load'], nowMs)?.reason).toContain(
      'a did not start: ImagePullBackOff: no such image',
    );
  });

  it('fails when somebody deletes a Job', () => {
    const seen = view([job('load')], [], { deletedJobs: new Set(['load']) });
    expect(judgeJobs(seen, ['load'], nowMs)?.reason).toContain('was deleted while the run went on');
  });

  it('fails when the cluster goes on refusing pods and none is there', () => {
    const failedCreate = { message: 'exceeded quota: small', sinceMs: nowMs - 21_000 };
    const judge = (pods: PodFacts[], atMs = nowMs) =>
      judgeJobs(view([job('load')], pods, { failedCreate }), ['load'], atMs);
    expect(judge([])?.reason).toBe('The cluster refuses to make pods: exceeded quota: small');
    expect(judge([], nowMs - 2_000)).toBeNull();
    expect(judge([pod('a')])).toBeNull();
    expect(judge([pod('a', { phase: 'Succeeded' })])).not.toBeNull();
  });
});
