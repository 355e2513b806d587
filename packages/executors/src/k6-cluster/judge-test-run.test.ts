import { describe, expect, it } from 'vitest';
import { readJobFacts } from '../kubernetes/job-facts.ts';
import type { PodFacts } from '../kubernetes/pod-facts.ts';
import type { RunView } from '../kubernetes/run-watcher.ts';
import { judgeTestRun } from './judge-test-run.ts';
import { TestRunStages } from './test-run-stages.ts';
import { waitForPods } from './wait-for-pods.ts';

const object = (stage: string) => ({
  apiVersion: 'k6.io/v1alpha1',
  kind: 'TestRun',
  metadata: { name: 'load' },
  status: { stage },
});

function stagesAt(...seen: string[]): { stages: TestRunStages; notes: object[] } {
  const notes: object[] = [];
  const stages = new TestRunStages((note) => Promise.resolve(void notes.push(note)));
  for (const [at, stage] of seen.entries()) stages.take(object(stage), false, 1000 * (at + 1));
  return { stages, notes };
}

function job(name: string, end: 'Complete' | 'Failed' | null) {
  const conditions = end === null ? [] : [{ type: end, status: 'True', message: 'it ended' }];
  const facts = readJobFacts({ metadata: { name }, status: { conditions } });
  if (facts === null) throw new Error('This is no Job');
  return [name, facts] as const;
}

const view = (changes: Partial<RunView> = {}): RunView => ({
  jobs: new Map(),
  pods: new Map(),
  deletedJobs: new Set(),
  failedCreate: null,
  ...changes,
});
const judge = (seen: RunView, stages: TestRunStages) =>
  judgeTestRun(seen, { stages, name: 'load', parallelism: 2 }, 0);

describe('judgeTestRun', () => {
  it('ends with the Jobs of all instances, whatever their codes, before the operator says so', () => {
    const { stages } = stagesAt('started');
    expect(judge(view({ jobs: new Map([job('load-1', 'Failed')]) }), stages)).toBeNull();
    const both = new Map([job('load-1', 'Failed'), job('load-2', 'Complete')]);
    expect(judge(view({ jobs: both }), stages)).toMatchObject({ outcome: 'completed' });
  });

  it('ends with the stage', () => {
    expect(judge(view(), stagesAt('finished').stages)).toMatchObject({ outcome: 'completed' });
    expect(judge(view(), stagesAt('initialization', 'error').stages)?.reason).toBe(
      'The k6-operator ended the TestRun load with an error',
    );
  });

  it('ends when somebody deletes the TestRun or a Job of it', () => {
    const { stages } = stagesAt('started');
    expect(judge(view({ deletedJobs: new Set(['load-2']) }), stages)?.reason).toContain('load-2 was deleted');
    stages.take(object('started'), true, 5000);
    expect(judge(view(), stages)?.reason).toContain('The TestRun load was deleted');
  });
});

it('stages are phases, each until the next', () => {
  const { notes } = stagesAt('initialization', 'initialization', 'started', 'finished');
  expect(notes).toEqual([
    { kind: 'phase', name: 'initialization', startMs: 1000, endMs: null },
    { kind: 'phase', name: 'initialization', startMs: 1000, endMs: 3000 },
    { kind: 'phase', name: 'started', startMs: 3000, endMs: null },
    { kind: 'phase', name: 'started', startMs: 3000, endMs: 4000 },
  ]);
});

it('an end waits for the pods that tell of it, and not for ever', () => {
  const end = { outcome: 'completed', reason: null, warnings: [] } as const;
  const held = waitForPods(() => ({ ...end, warnings: [] }), { parallelism: 1, numberOf: () => 1 });
  expect(held(view(), 0)).toBeNull();
  const pod = { ends: [{}] } as unknown as PodFacts;
  expect(held(view({ pods: new Map([['a', pod]]) }), 1000)).toMatchObject(end);
  expect(held(view(), 15_000)).toMatchObject(end);
});
