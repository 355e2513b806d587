import type { KubernetesObject } from '@proofload/kubernetes';
import { describe, expect, it } from 'vitest';
import { readReadiness } from './readiness.ts';

const object = (kind: string, spec: object, status: object, generation = 3): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name: 'web', generation },
  spec,
  status,
});
const read = (given: KubernetesObject) => readReadiness(given, `${given.kind}/web`);

describe('readiness', () => {
  const settled = { observedGeneration: 3, replicas: 4, readyReplicas: 4, updatedReplicas: 4 };

  it.each([
    ['Deployment', { replicas: 4 }, settled],
    ['StatefulSet', { replicas: 4 }, settled],
    ['ReplicaSet', { replicas: 4 }, { observedGeneration: 3, replicas: 4, readyReplicas: 4 }],
    ['Deployment', { replicas: 0 }, { observedGeneration: 3 }],
    [
      'DaemonSet',
      {},
      { observedGeneration: 3, desiredNumberScheduled: 2, numberReady: 2, updatedNumberScheduled: 2 },
    ],
    ['Job', { completions: 2 }, { succeeded: 2, conditions: [{ type: 'Complete', status: 'True' }] }],
    ['Pod', {}, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }],
    ['ConfigMap', {}, {}],
  ])('a settled %s is ready', (kind, spec, status) => {
    expect(read(object(kind, spec, status))).toMatchObject({ isReady: true, refusal: null });
  });

  it.each([
    ['fewer ready', { ...settled, readyReplicas: 3 }, 'Deployment/web: 3 of 4 ready'],
    ['older pods left', { ...settled, updatedReplicas: 3 }, 'Deployment/web: 4 of 4 ready'],
    ['too many left', { ...settled, replicas: 5 }, 'Deployment/web: 4 of 4 ready'],
    ['not seen yet', { ...settled, observedGeneration: 2 }, 'Deployment/web: not seen yet by its controller'],
    ['no status', {}, 'Deployment/web: not seen yet by its controller'],
  ])('a Deployment with %s is not', (_, status, said) => {
    expect(read(object('Deployment', { replicas: 4 }, status))).toMatchObject({ isReady: false, said });
  });

  it('a Job that failed is not ready, and neither is what is not there', () => {
    const failed = { conditions: [{ type: 'Failed', status: 'True' }] };
    expect(read(object('Job', {}, failed))).toMatchObject({ isReady: false, said: 'Job/web: failed' });
    expect(readReadiness(null, 'Job/web')).toMatchObject({ isReady: false, said: 'Job/web is not there' });
  });

  it('tells why no pods are made', () => {
    const conditions = [
      { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota: q' },
    ];
    expect(
      read(object('Deployment', { replicas: 4 }, { ...settled, readyReplicas: 3, conditions })).refusal,
    ).toBe('exceeded quota: q');
  });
});
