import type { ClusterEvents, RunPods } from '@proofload/contracts';
import { expect, it } from 'vitest';
import { findTrouble } from './find-trouble';

const at = '2026-11-21T03:00:00.000Z';
const totals = (pending: number): RunPods['totals'] => ({
  total: 8,
  phases: { pending, running: 0, succeeded: 0, failed: 0, unknown: 0, deleted: 0 },
  scheduled: 0,
  ready: 0,
  restarts: 0,
  oomKills: 0,
  nodes: 0,
});
const waits = (message: string, pods = 3) => ({ message, pods, example: 'load-a', since: at });
const failedCreate: ClusterEvents['items'][number] = {
  id: 'e1',
  at,
  firstAt: at,
  type: 'warning',
  reason: 'FailedCreate',
  object: 'Job/load',
  message: 'exceeded quota',
  count: 4,
};

it('says how many pods wait and for what, and leaves out what passes', () => {
  const trouble = [waits('ImagePullBackOff: no such image'), waits('ContainerCreating')];
  expect(findTrouble({ totals: totals(8), trouble }, [])).toEqual([
    {
      key: 'load-a',
      what: '3 of 8 pods wait',
      message: 'ImagePullBackOff: no such image',
      since: at,
      pod: 'load-a',
    },
  ]);
  expect(findTrouble({ totals: totals(8), trouble: [waits('X', 1)] }, [])[0]?.what).toBe('1 of 8 pods waits');
});

it('says that no pods are made, while none is at work', () => {
  expect(findTrouble({ totals: totals(0), trouble: [] }, [failedCreate])).toMatchObject([
    { what: 'Job/load cannot make its pods', message: 'exceeded quota', pod: null },
  ]);
  expect(findTrouble({ totals: totals(1), trouble: [] }, [failedCreate])).toEqual([]);
});
