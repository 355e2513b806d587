import { describe, expect, it } from 'vitest';
import type { ClusterNote } from '../cluster-note.ts';
import type { JobFacts } from './job-facts.ts';
import { ObjectNotes, toPodLife } from './object-notes.ts';
import { type PodFacts, readPodFacts } from './pod-facts.ts';

const facts = (name: string, changes: Partial<PodFacts> = {}): PodFacts => ({
  ...(readPodFacts({
    metadata: { name, uid: `uid-${name}`, creationTimestamp: '2026-11-21T03:00:00Z' },
  }) as PodFacts),
  ...changes,
});
const job: JobFacts = {
  name: 'load',
  namespace: 'bench',
  uid: 'j1',
  active: 1,
  succeeded: 0,
  failed: 0,
  startedMs: 1_000,
  end: null,
};
const watched = (pods: PodFacts[], jobs: JobFacts[] = [job], deleted: string[] = []) => ({
  jobs: new Map(jobs.map((each) => [each.name, each])),
  pods: new Map(pods.map((each) => [each.uid, each])),
  deletedJobs: new Set(deleted),
  failedCreate: null,
});

function collect() {
  const notes: Extract<ClusterNote, { kind: 'objects' }>[] = [];
  const objects = new ObjectNotes(async (note) => {
    if (note.kind === 'objects') notes.push(note);
  });
  const told = () => notes.splice(0).map(({ pods, jobs }) => [pods.map(({ name }) => name), jobs.length]);
  return { objects, notes, told };
}

describe('ObjectNotes', () => {
  it('tells what has changed, and nothing twice', async () => {
    const { objects, told } = collect();
    const [a, b] = [facts('a'), facts('b')];
    await objects.tellAll(watched([a, b]));
    await objects.tellAll(watched([a, b]));
    await objects.tellAll(watched([a, facts('b', { phase: 'Running' })]));
    await objects.tellAll(watched([a, b], [{ ...job, succeeded: 1 }]));
    expect(told()).toEqual([
      [['a', 'b'], 1],
      [['b'], 0],
      [['b'], 1],
    ]);
  });

  it('rests between, and tells the last state in any case', async () => {
    const { objects, notes, told } = collect();
    objects.tell(watched([facts('a')]), 0);
    await objects.tellAll(watched([]));
    objects.tell(watched([facts('b')]), 500);
    expect(told()).toEqual([[['a'], 1]]);
    objects.tell(watched([facts('b')]), 1_000);
    await objects.tellAll(watched([facts('c')], [job], ['load']));
    expect(notes.flatMap(({ jobs }) => jobs.map(({ state }) => state))).toEqual(['deleted']);
    expect(told()).toEqual([
      [['b'], 0],
      [['c'], 1],
    ]);
  });

  it('tells of thousands in pieces', async () => {
    const { objects, notes } = collect();
    await objects.tellAll(watched(Array.from({ length: 1_200 }, (_, index) => facts(`p${index}`))));
    expect(notes.map(({ pods }) => pods.length)).toEqual([500, 500, 200]);
  });
});

it('a life has the words of whoever keeps the pod waiting, and the ends of all starts', () => {
  const end = (finishedMs: number) => ({
    container: 'main',
    exitCode: 1,
    reason: 'Error',
    message: 'x',
    startedMs: null,
    finishedMs,
  });
  const life = toPodLife(
    facts('a', {
      phase: 'Odd',
      unschedulable: 'no node',
      ends: [end(2)],
      earlierEnds: [end(1)],
      finishedMs: 2,
    }),
  );
  expect(life).toMatchObject({ phase: 'unknown', waiting: 'no node', endedMs: 2 });
  expect(life?.ends.map(({ atMs }) => atMs)).toEqual([1, 2]);
  expect(toPodLife(facts('a', { createdMs: null }))).toBeNull();
});
