import { listClusters, listPrometheusServers, who } from '@proofload/services';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/ui/page-header';
import { ClustersView } from '@/features/clusters/clusters-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Clusters' };

export default async function ClustersPage() {
  const ctx = await requirePageContext();
  const [clusters, servers, me] = await Promise.all([
    listClusters(ctx),
    listPrometheusServers(ctx),
    who(ctx),
  ]);
  return (
    <div className="space-y-5">
      <PageHeader title="Clusters">
        <p className="text-muted">Kubernetes clusters that runs of this project are executed on.</p>
      </PageHeader>
      <ClustersView
        clusters={clusters}
        prometheusServers={servers.items.map(({ name }) => name)}
        mayChange={me.scopes.includes('admin')}
      />
    </div>
  );
}
