import { readRetention } from '@proofload/services';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/ui/page-header';
import { TextLink } from '@/components/ui/text-link';
import { RetentionPanel } from '@/features/retention/retention-panel';
import { StoragePanel } from '@/features/retention/storage-panel';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Retention' };

export default async function RetentionPage() {
  const retention = await readRetention(await requirePageContext());
  return (
    <div className="max-w-5xl space-y-5">
      <PageHeader title="Retention">
        <p className="text-muted">
          <TextLink href="/settings">Settings</TextLink> of this project: how long the large parts of finished
          runs are kept.
        </p>
      </PageHeader>
      <RetentionPanel retention={retention} />
      <StoragePanel />
    </div>
  );
}
