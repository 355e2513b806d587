import type { ClusterNode } from '@proofload/kubernetes';
import type { PodFacts } from './pod-facts.ts';
import type { RunCluster } from './run-place.ts';

/** Facts about a cluster that may explain differences between runs. What may not be read is left out, and said. */
export async function describeCluster({ client, name }: RunCluster): Promise<{
  facts: Record<string, string>;
  warnings: string[];
}> {
  const facts: Record<string, string> = { 'kubernetes.cluster': name };
  const warnings: string[] = [];
  await client.version().then(
    ({ gitVersion }) => {
      facts['kubernetes.version'] = gitVersion;
    },
    (error: Error) => warnings.push(`The version of the cluster could not be read: ${error.message}`),
  );
  await client.listNodes().then(
    ({ nodes }) => Object.assign(facts, describeNodes(nodes)),
    (error: Error) => warnings.push(`The nodes of the cluster could not be read: ${error.message}`),
  );
  return { facts, warnings };
}

export function describeNodes(nodes: readonly ClusterNode[]): Record<string, string> {
  const usable = nodes.filter(({ isReady, isSchedulable }) => isReady && isSchedulable);
  const facts: Record<string, string> = {
    'kubernetes.nodes': String(nodes.length),
    'kubernetes.nodes.schedulable': String(usable.length),
  };
  const put = (name: string, pick: (node: ClusterNode) => string | null): void => {
    const said = count(nodes.flatMap((node) => pick(node) ?? []));
    if (said !== '') facts[name] = said;
  };
  put('kubernetes.nodes.type', ({ instanceType }) => instanceType);
  put('kubernetes.nodes.kubelet', ({ kubeletVersion }) => kubeletVersion);
  put('kubernetes.nodes.kernel', ({ kernelVersion }) => kernelVersion);
  put('kubernetes.nodes.cpu', ({ capacity }) => capacity.cpu ?? null);
  put('kubernetes.nodes.memory', ({ capacity }) => capacity.memory ?? null);
  return facts;
}

/** `a x 3, b`: the most frequent first. */
function count(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || a.localeCompare(b))
    .slice(0, 10)
    .map(([value, times]) => (times > 1 ? `${value} x ${times}` : value))
    .join(', ');
}

/** The images that the containers of a run really ran, by digest. */
export function describeImages(pods: Iterable<PodFacts>): Record<string, string> {
  const digests = new Map<string, Set<string>>();
  for (const { images } of pods) {
    for (const [container, image] of Object.entries(images)) {
      const known = digests.get(container) ?? new Set();
      digests.set(container, known.add(image));
    }
  }
  return Object.fromEntries(
    [...digests].map(([container, images]) => [
      `image.${container}`,
      [...images].sort().slice(0, 5).join(', '),
    ]),
  );
}
