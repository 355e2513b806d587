import { listPrometheusServers, readCluster, who } from '@proofload/services';
import type { Metadata } from 'next';
import { ClusterView } from '@/features/clusters/cluster-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ClusterPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const { name } = await params;
  const [cluster, servers, me] = await Promise.all([
    orNotFound(readCluster(ctx, { name })),
    listPrometheusServers(ctx),
    who(ctx),
  ]);
  return (
    <ClusterView
      cluster={cluster}
      prometheusServers={servers.items.map((server) => server.name)}
      mayChange={me.scopes.includes('admin')}
    />
  );
}
