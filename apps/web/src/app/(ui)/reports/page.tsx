import { listDrafts, listReports } from '@proofload/services';
import { Plus } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { DraftTable } from '@/features/drafts/draft-table';
import { ImportBundle } from '@/features/reports/import-bundle';
import { ReportTable } from '@/features/reports/report-table';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage() {
  const ctx = await requirePageContext();
  const [drafts, reports] = await Promise.all([listDrafts(ctx), listReports(ctx)]);
  return (
    <div className="space-y-5">
      <PageHeader
        title="Reports"
        actions={
          <span className="flex flex-wrap gap-2">
            <ImportBundle />
            <Button variant="primary" asChild>
              <Link href="/drafts/new">
                <Plus aria-hidden className="size-4" />
                New draft
              </Link>
            </Button>
          </span>
        }
      >
        <p className="max-w-prose text-muted">
          Drafts are worked out from the runs as they are now. Frozen reports have a permalink and stay the
          same for ever, even after their runs are deleted; as a bundle they go to another instance.
        </p>
      </PageHeader>
      <Panel title="Drafts">
        {drafts.items.length === 0 ? (
          <EmptyState title="No drafts yet">
            <p>
              A draft is Markdown whose numbers are expressions over runs, with claims that are checked again
              whenever it is read.
            </p>
          </EmptyState>
        ) : (
          <DraftTable drafts={drafts.items} />
        )}
      </Panel>
      <Panel title="Frozen reports">
        {reports.items.length === 0 ? (
          <EmptyState
            title="No reports yet"
            action={
              <Button asChild>
                <Link href="/compare">Compare runs</Link>
              </Button>
            }
          >
            <p>A report is made by sharing a draft, or a comparison on the compare page.</p>
          </EmptyState>
        ) : (
          <ReportTable reports={reports.items} />
        )}
      </Panel>
    </div>
  );
}
