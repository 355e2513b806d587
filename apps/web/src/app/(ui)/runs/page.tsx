import type { RunList } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { listRuns } from '@proofload/services';
import type { Metadata } from 'next';
import { createLoader, type SearchParams } from 'nuqs/server';
import { runsAtATime } from '@/features/runs/run-queries';
import { runsState } from '@/features/runs/runs-state';
import { RunsView } from '@/features/runs/runs-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Runs' };

const loadState = createLoader(runsState);

export default async function RunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageContext();
  const { filter, sort } = await loadState(searchParams);
  let runs: RunList = { items: [], nextCursor: null, total: 0, totalIsExact: true };
  let error: string | null = null;
  try {
    runs = await listRuns(ctx, {
      limit: runsAtATime,
      sort,
      ...(filter ? { filter } : {}),
    });
  } catch (failure) {
    if (!(failure instanceof ProofloadError) || failure.code !== 'invalid') throw failure;
    error = failure.fields[0]?.message ?? failure.message;
  }
  return <RunsView runs={runs} filterError={error} />;
}
