import { listPrometheusServers } from '@proofload/services';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { ServersPanel } from '@/features/settings/prometheus/servers-panel';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Prometheus servers' };

export default async function PrometheusServersPage() {
  const ctx = await requirePageContext();
  const servers = await listPrometheusServers(ctx);
  return (
    <div className="max-w-5xl space-y-5">
      <PageHeader title="Prometheus servers">
        <p className="text-muted">
          <TextLink href="/settings">Settings</TextLink> of this project: where runs may be measured.
        </p>
      </PageHeader>
      <ServersPanel servers={servers} />
    </div>
  );
}
