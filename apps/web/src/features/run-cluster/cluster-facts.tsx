'use client';

import type { Run } from '@proofload/contracts';
import { CopyButton } from '@/components/ui/copy-button';
import { Facts } from '@/components/ui/facts';
import { TextLink } from '@/components/ui/text-link';

export type ClusterRun = Run & { cluster: NonNullable<Run['cluster']> };

/** What of the environment is told here, by its name there. */
const known = [
  ['kubernetes.version', 'Kubernetes'],
  ['kubernetes.nodes.kubelet', 'Kubelets'],
  ['kubernetes.nodes.type', 'Machines'],
] as const;

/** Where a run is or was, on what, and what has become of its objects. */
export function ClusterFacts({ run }: { run: ClusterRun }) {
  const { environment, cluster } = run;
  const [nodes, usable] = [environment['kubernetes.nodes'], environment['kubernetes.nodes.schedulable']];
  return (
    <Facts
      facts={[
        {
          name: 'Cluster',
          value: <TextLink href={`/clusters/${encodeURIComponent(cluster.name)}`}>{cluster.name}</TextLink>,
        },
        { name: 'Namespace', value: cluster.namespace },
        ...known.flatMap(([key, name]) => (environment[key] ? [{ name, value: environment[key] }] : [])),
        ...(nodes
          ? [{ name: 'Nodes', value: usable ? `${nodes}, ${usable} of them take pods` : nodes }]
          : []),
        { name: 'Objects', value: <Objects run={run} /> },
      ]}
    />
  );
}

function Objects({ run }: { run: ClusterRun }) {
  if (run.objects === 'gone') return <>Removed from the cluster when the run ended</>;
  if (run.objects === 'present')
    return (
      <>
        {run.status === 'finished' ? 'Being removed from the cluster' : 'On the cluster until the run ends'}
      </>
    );
  if (run.objects === null) return <>None was made</>;
  const own = run.executor === 'k6-operator' ? 'testruns.k6.io,' : '';
  const command = `kubectl delete ${own}all,configmaps,secrets -n ${run.cluster.namespace} -l proofload.dev/run=${run.id}`;
  return (
    <div className="space-y-2">
      <p>
        Left on the cluster: the definition asks for that when a run fails (<code>keepOnFailure</code>), or
        the cluster is not one of the project’s any more; the log says which. Nothing else removes them, so
        remove them when you have seen enough:
      </p>
      <p className="flex flex-wrap items-start gap-2">
        <code className="min-w-0 rounded bg-raised px-2 py-1 text-xs break-all">{command}</code>
        <CopyButton text={command} label="Copy the command" />
      </p>
    </div>
  );
}
