import { describe, expect, it } from 'vitest';
import { describeImages, describeNodes } from './cluster-facts.ts';
import { oomEventsOf, readEvent } from './event-facts.ts';
import { readJobFacts } from './job-facts.ts';
import { readPodFacts } from './pod-facts.ts';

const at = (text: string): number => Date.parse(text);

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'load-abc',
    namespace: 'bench',
    uid: 'u1',
    creationTimestamp: '2026-11-21T12:00:00Z',
    labels: { 'batch.kubernetes.io/job-name': 'load' },
  },
  spec: { nodeName: 'node-1' },
  status: {
    phase: 'Failed',
    conditions: [
      { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-11-21T12:00:02Z' },
      { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T12:00:06Z' },
    ],
    containerStatuses: [
      {
        name: 'main',
        imageID: 'registry/main@sha256:1',
        restartCount: 1,
        lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: '2026-11-21T12:00:04Z' } },
        state: {
          terminated: {
            exitCode: 137,
            reason: 'OOMKilled',
            startedAt: '2026-11-21T12:00:05Z',
            finishedAt: '2026-11-21T12:00:25Z',
          },
        },
      },
      {
        name: 'side',
        restartCount: 0,
        state: { waiting: { reason: 'ErrImagePull', message: 'no such image' } },
      },
    ],
  },
};

describe('readPodFacts', () => {
  it('reads times, ends and images', () => {
    expect(readPodFacts(pod)).toEqual({
      name: 'load-abc',
      namespace: 'bench',
      uid: 'u1',
      job: 'load',
      node: 'node-1',
      phase: 'Failed',
      createdMs: at('2026-11-21T12:00:00Z'),
      scheduledMs: at('2026-11-21T12:00:02Z'),
      startedMs: at('2026-11-21T12:00:05Z'),
      finishedMs: at('2026-11-21T12:00:25Z'),
      readyMs: at('2026-11-21T12:00:06Z'),
      deletedMs: null,
      restarts: 1,
      restarted: ['main'],
      containers: ['main', 'side'],
      earlierEnds: [
        {
          container: 'main',
          exitCode: 1,
          reason: 'Error',
          message: null,
          startedMs: null,
          finishedMs: at('2026-11-21T12:00:04Z'),
        },
      ],
      unschedulable: null,
      waiting: 'ErrImagePull: no such image',
      ends: [
        {
          container: 'main',
          exitCode: 137,
          reason: 'OOMKilled',
          message: null,
          startedMs: at('2026-11-21T12:00:05Z'),
          finishedMs: at('2026-11-21T12:00:25Z'),
        },
      ],
      images: { main: 'registry/main@sha256:1' },
    });
  });

  it('takes a pod that is new, and no other thing', () => {
    expect(readPodFacts({ metadata: { name: 'x' } })).toMatchObject({
      phase: 'Pending',
      startedMs: null,
      ends: [],
    });
    expect(readPodFacts({ metadata: {} })).toBeNull();
  });

  it('makes an event of a container that ran out of memory', () => {
    const facts = readPodFacts(pod);
    expect(facts && oomEventsOf(facts, 0)).toMatchObject([
      {
        id: expect.stringContaining('u1/main/'),
        reason: 'OOMKilled',
        type: 'warning',
        object: 'Pod/load-abc',
      },
    ]);
  });
});

describe('readJobFacts', () => {
  const job = (conditions: object[]) => ({
    metadata: { name: 'load', namespace: 'bench', uid: 'u2' },
    status: {
      active: 1,
      startTime: '2026-11-21T12:00:00Z',
      completionTime: '2026-11-21T12:01:00Z',
      conditions,
    },
  });
  it('ends with Complete, at the time of completion', () => {
    const facts = readJobFacts(
      job([{ type: 'Complete', status: 'True', lastTransitionTime: '2026-11-21T12:01:01Z' }]),
    );
    expect(facts).toMatchObject({ end: { isComplete: true, atMs: at('2026-11-21T12:01:00Z') } });
  });
  it('ends with Failed, with the reason', () => {
    const failed = {
      type: 'Failed',
      status: 'True',
      reason: 'DeadlineExceeded',
      message: 'too long',
      lastTransitionTime: '2026-11-21T12:01:01Z',
    };
    expect(readJobFacts(job([failed]))?.end).toEqual({
      isComplete: false,
      reason: 'DeadlineExceeded',
      message: 'too long',
      atMs: at('2026-11-21T12:01:01Z'),
    });
  });
  it('goes on while only a target is met, or a condition is false', () => {
    const open = [
      { type: 'FailureTarget', status: 'True' },
      { type: 'Complete', status: 'False' },
    ];
    expect(readJobFacts(job(open))?.end).toBeNull();
  });
});

describe('readEvent', () => {
  const base = { metadata: { name: 'e', uid: 'u3' }, involvedObject: { kind: 'Pod', name: 'p', uid: 'u1' } };
  it('takes the newest time and the count of either kind', () => {
    const old = {
      ...base,
      lastTimestamp: '2026-11-21T12:00:09Z',
      count: 4,
      type: 'Warning',
      reason: 'BackOff',
    };
    expect(readEvent(old, 0)?.event).toMatchObject({
      atMs: at('2026-11-21T12:00:09Z'),
      count: 4,
      type: 'warning',
      object: 'Pod/p',
    });
    const series = { count: 7, lastObservedTime: '2026-11-21T12:00:10.5Z' };
    const recent = { ...base, lastTimestamp: null, eventTime: '2026-11-21T12:00:00.1Z', series };
    expect(readEvent(recent, 0)?.event).toMatchObject({ atMs: at('2026-11-21T12:00:10.500Z'), count: 7 });
    expect(readEvent(base, 5)?.event).toMatchObject({ atMs: 5, count: 1, type: 'normal' });
  });
});

it('a cluster is described by what is frequent among its nodes', () => {
  const node = (changes: object) => ({
    name: 'n',
    capacity: { cpu: '4', memory: '16Gi' },
    allocatable: {},
    kubeletVersion: 'v1.36.3',
    kernelVersion: null,
    osImage: null,
    containerRuntime: null,
    architecture: null,
    instanceType: 'm5',
    zone: null,
    isReady: true,
    isSchedulable: true,
    ...changes,
  });
  const nodes = [node({}), node({}), node({ instanceType: 'c5', isReady: false })];
  expect(describeNodes(nodes)).toEqual({
    'kubernetes.nodes': '3',
    'kubernetes.nodes.schedulable': '2',
    'kubernetes.nodes.type': 'm5 x 2, c5',
    'kubernetes.nodes.kubelet': 'v1.36.3 x 3',
    'kubernetes.nodes.cpu': '4 x 3',
    'kubernetes.nodes.memory': '16Gi x 3',
  });
});

it('images are named by container, each digest once', () => {
  const one = readPodFacts(pod);
  expect(one && describeImages([one, one])).toEqual({ 'image.main': 'registry/main@sha256:1' });
});
