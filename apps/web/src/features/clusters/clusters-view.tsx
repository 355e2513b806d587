'use client';

import type { Cluster, ClusterList } from '@proofload/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel } from '@/components/ui/panel';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { TextLink } from '@/components/ui/text-link';
import { AddClusterDialog } from './add-cluster-dialog';
import { clustersKey, useClusterHealth, useClusters } from './cluster-queries';
import { credentialWords } from './cluster-words';
import { HealthBadge, summariseHealth } from './health-badge';

export interface ClusterPageProps {
  prometheusServers: readonly string[];
  /** Whether the reader may add, change and delete. */
  mayChange: boolean;
}

/** The clusters of the project with how they are. Credentials are only ever written. */
export function ClustersView({
  clusters: initial,
  prometheusServers,
  mayChange,
}: ClusterPageProps & { clusters: ClusterList }) {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useClusters(initial);
  const [isAdding, setIsAdding] = useState(false);
  const onAdded = async (names: readonly string[]): Promise<void> => {
    await client.invalidateQueries({ queryKey: clustersKey });
    if (names.length === 1) router.push(`/clusters/${names[0]}`);
  };
  const actions = (
    <span className="flex flex-wrap gap-2">
      {mayChange && (
        <Button
          size="small"
          variant={data.items.length === 0 ? 'primary' : 'secondary'}
          onClick={() => setIsAdding(true)}
        >
          <Plus aria-hidden className="size-4" />
          Add a cluster
        </Button>
      )}
      <Button size="small" asChild>
        <a href="/api/v1/clusters/rbac.yaml" download>
          <Download aria-hidden className="size-4" />
          Least rights
        </a>
      </Button>
    </span>
  );
  return (
    <Panel
      title="Clusters of this project"
      description="Definitions name them; credentials stay here, encrypted."
      actions={data.items.length > 0 && actions}
    >
      {data.items.length === 0 ? (
        <EmptyState title="No clusters" action={actions}>
          <p>
            A cluster added here can be named by a definition, as <code>cluster: kind-dev</code>: its runs are
            then executed there. A kubeconfig, or the token of a service account, is all that is wanted.
            “Least rights” is a manifest of a service account that may do what runs need and nothing else.
          </p>
        </EmptyState>
      ) : (
        <ClusterTable clusters={data.items} />
      )}
      <AddClusterDialog
        open={isAdding}
        onOpenChange={setIsAdding}
        prometheusServers={prometheusServers}
        onAdded={onAdded}
      />
    </Panel>
  );
}

function ClusterTable({ clusters }: { clusters: readonly Cluster[] }) {
  return (
    <Table label="Clusters">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Address</HeadCell>
          <HeadCell>Namespace</HeadCell>
          <HeadCell>Credentials</HeadCell>
          <HeadCell>Health</HeadCell>
        </tr>
      </thead>
      <tbody>
        {clusters.map((cluster) => (
          <ClusterRow key={cluster.name} cluster={cluster} />
        ))}
      </tbody>
    </Table>
  );
}

function ClusterRow({ cluster }: { cluster: Cluster }) {
  const { data, error, isFetching } = useClusterHealth(cluster);
  return (
    <Row>
      <Cell className="min-w-28 font-medium">
        <TextLink href={`/clusters/${cluster.name}`}>{cluster.name}</TextLink>
      </Cell>
      <Cell className="min-w-48 font-mono text-xs break-all">{cluster.server ?? 'in the cluster'}</Cell>
      <Cell>{cluster.namespace}</Cell>
      <Cell className="min-w-32">{credentialWords[cluster.auth.kind]}</Cell>
      <Cell className="min-w-56">
        <div role="status" className="min-h-5 space-y-0.5 text-xs">
          <HealthBadge health={data} isAsking={isFetching} />
          {!isFetching && error && <ErrorNote error={error} />}
          {!isFetching && data && (
            <p className="max-w-96 break-words text-muted">
              {data.reachable ? summariseHealth(data) : data.error}
            </p>
          )}
        </div>
      </Cell>
    </Row>
  );
}
