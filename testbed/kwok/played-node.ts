import type { KubernetesObject } from '@kubernetes/client-node';
import { type NodeShapeInput, nodeShape } from '../options.ts';

/** A node that kwok plays. It can be created at any time, and is ready about a second later. */
export function makePlayedNode(input: NodeShapeInput, name: string): KubernetesObject {
  const shape = nodeShape.parse(input);
  const capacity = { cpu: shape.cpu, memory: shape.memory, pods: String(shape.pods) };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        type: 'kwok',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        ...shape.labels,
      },
      annotations: {
        'kwok.x-k8s.io/node': 'fake',
        'metrics.k8s.io/resource-metrics-path': `/metrics/nodes/${name}/metrics/resource`,
      },
    },
    spec: { taints: shape.taints },
    status: { capacity, allocatable: capacity },
  } as KubernetesObject;
}
