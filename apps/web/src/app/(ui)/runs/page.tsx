import type { RunList } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { listRuns } from '@proofload/services';
import type { Metadata } from 'next';
import { RunsView } from '@/features/runs/runs-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Runs' };

interface Search {
  filter?: string;
  sort?: string;
  cursor?: string;
}

export default async function RunsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const ctx = await requirePageContext();
  const { filter, sort, cursor } = await searchParams;
  const query = {
    limit: 50,
    sort: sort ?? '-createdAt',
    ...(filter ? { filter } : {}),
    ...(cursor ? { cursor } : {}),
  };
  let runs: RunList = { items: [], nextCursor: null, total: 0 };
  let error: string | null = null;
  try {
    runs = await listRuns(ctx, query);
  } catch (failure) {
    if (!(failure instanceof ProofloadError) || failure.code !== 'invalid') throw failure;
    error = failure.fields[0]?.message ?? failure.message;
  }
  return <RunsView runs={runs} filterError={error} />;
}
