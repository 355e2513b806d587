import type { Metadata } from 'next';
import { PageHeader } from '@/components/ui/page-header';
import { DraftEditor } from '@/features/drafts/draft-editor';
import { draftTemplate } from '@/features/drafts/draft-template';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'New draft' };

export default async function NewDraftPage() {
  await requirePageContext();
  return (
    <div className="space-y-5">
      <PageHeader title="New draft">
        <p className="max-w-prose text-muted">
          Markdown whose numbers are expressions over runs, worked out whenever it is read. Sharing freezes it
          into a report.
        </p>
      </PageHeader>
      <DraftEditor draft={null} initial={draftTemplate} />
    </div>
  );
}
