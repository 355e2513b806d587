import { listExperiments } from '@proofload/services';
import type { Metadata } from 'next';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { ExperimentTable } from '@/features/experiments/experiment-table';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Experiments' };

export default async function ExperimentsPage({
  searchParams,
}: {
  searchParams: Promise<{ cursor?: string }>;
}) {
  const ctx = await requirePageContext();
  const { cursor } = await searchParams;
  const { items, nextCursor } = await listExperiments(ctx, { limit: 50, ...(cursor ? { cursor } : {}) });
  const create = (
    <Button variant="primary" asChild>
      <Link href="/experiments/new">New experiment</Link>
    </Button>
  );
  return (
    <div className="space-y-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>Experiments</h1>
          <p className="mt-1 text-muted">
            Each is a definition with versions, and everything that was run from it.
          </p>
        </div>
        {create}
      </header>
      <Panel>
        {items.length === 0 ? (
          <EmptyState title="No experiments yet" action={create}>
            <p>
              An experiment says which factors vary, what makes the load, what is measured and which
              objectives should hold.
            </p>
          </EmptyState>
        ) : (
          <ExperimentTable experiments={items} />
        )}
      </Panel>
      {nextCursor && (
        <Button asChild>
          <Link href={`/experiments?cursor=${encodeURIComponent(nextCursor)}`}>More experiments</Link>
        </Button>
      )}
    </div>
  );
}
