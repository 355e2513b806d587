import { listReports } from '@proofload/services';
import type { Metadata } from 'next';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { Panel } from '@/components/ui/panel';
import { ReportTable } from '@/features/reports/report-table';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage() {
  const { items } = await listReports(await requirePageContext());
  return (
    <div className="space-y-5">
      <PageHeader title="Reports">
        <p className="max-w-prose text-muted">
          Frozen comparisons with a permalink. They stay the same for ever, even after their runs are deleted.
        </p>
      </PageHeader>
      <Panel>
        {items.length === 0 ? (
          <EmptyState
            title="No reports yet"
            action={
              <Button variant="primary" asChild>
                <Link href="/compare">Compare runs</Link>
              </Button>
            }
          >
            <p>A report is made on the compare page: choose what to compare there, then press Share.</p>
          </EmptyState>
        ) : (
          <ReportTable reports={items} />
        )}
      </Panel>
    </div>
  );
}
