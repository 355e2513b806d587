import { listExperiments, listReports, listRuns, listSweeps } from '@proofload/services';
import type { Metadata } from 'next';
import { HomeView } from '@/features/home/home-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Home' };

export default async function HomePage() {
  const ctx = await requirePageContext();
  const [sweeps, experiments, runs, reports] = await Promise.all([
    listSweeps(ctx, { limit: 8 }),
    listExperiments(ctx, { limit: 50 }),
    listRuns(ctx, { limit: 8, sort: '-finishedAt', filter: 'status=finished' }),
    listReports(ctx),
  ]);
  return (
    <HomeView sweeps={sweeps} experiments={experiments.items} runs={runs.items} reports={reports.items} />
  );
}
