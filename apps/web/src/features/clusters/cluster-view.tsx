'use client';

import type { Cluster } from '@proofload/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { callApiForNothing } from '../api/call-api';
import { ChangeClusterDialog } from './change-cluster-dialog';
import { clustersKey, forgetCluster, useClusterHealth } from './cluster-queries';
import type { ClusterPageProps } from './clusters-view';
import { HealthBadge } from './health-badge';
import { HealthPanels } from './health-panels';

/** One cluster: how it is, what its credential may do, and what can be changed. */
export function ClusterView({
  cluster,
  prometheusServers,
  mayChange,
}: ClusterPageProps & { cluster: Cluster }) {
  const client = useQueryClient();
  const router = useRouter();
  const health = useClusterHealth(cluster);
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <div className="max-w-6xl space-y-5">
      <PageHeader
        title={cluster.name}
        actions={
          <>
            <Button size="small" disabled={health.isFetching} onClick={() => void health.refetch()}>
              <RefreshCw aria-hidden className={classNames('size-4', health.isFetching && 'animate-spin')} />
              Check again
            </Button>
            <Button size="small" asChild>
              <a href={`/api/v1/clusters/${cluster.name}/rbac.yaml`} download>
                <Download aria-hidden className="size-4" />
                Least rights
              </a>
            </Button>
            {mayChange && (
              <>
                <Button size="small" onClick={() => setOpen('change')}>
                  Change
                </Button>
                <Button size="small" onClick={() => setOpen('delete')}>
                  Delete
                </Button>
              </>
            )}
          </>
        }
      >
        <p className="text-muted">
          <TextLink href="/clusters">Cluster</TextLink> of this project at{' '}
          <span className="font-mono text-xs break-all">{cluster.server ?? 'the address of the pod'}</span>
        </p>
        <div role="status">
          <HealthBadge health={health.data} isAsking={health.isFetching} />
        </div>
      </PageHeader>
      <HealthPanels cluster={cluster} health={health.data} error={health.error} />
      <ChangeClusterDialog
        cluster={cluster}
        open={open === 'change'}
        onOpenChange={close}
        prometheusServers={prometheusServers}
        onSaved={async () => {
          await client.invalidateQueries({ queryKey: clustersKey });
          router.refresh();
        }}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete ${cluster.name}?`}
        action="Delete the cluster"
        onConfirm={async () => {
          await callApiForNothing(`/clusters/${cluster.name}`, { method: 'DELETE' });
          forgetCluster(client, cluster.name);
          router.push('/clusters');
        }}
      >
        <p>
          Its address and credentials are forgotten; nothing is removed from the cluster itself. Experiments
          that name it cannot be launched until there is one of this name again. Runs and what was measured
          stay.
        </p>
      </ConfirmDialog>
    </div>
  );
}
