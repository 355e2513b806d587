import { listExperiments, listReports, listRuns, listStudies, listSweeps } from '@proofload/services';
import type { Metadata } from 'next';
import { HomeView } from '@/features/home/home-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Home' };

const whatBroke = '(outcome in (failed, stalled, limited) or verdict=fail) and published=false';

export default async function HomePage() {
  const ctx = await requirePageContext();
  const [sweeps, experiments, open, broken, reports, studies] = await Promise.all([
    listSweeps(ctx, { limit: 8 }),
    listExperiments(ctx, { limit: 50 }),
    listRuns(ctx, { limit: 20, sort: '-createdAt', filter: 'status!=finished' }),
    listRuns(ctx, { limit: 6, sort: '-finishedAt', filter: whatBroke }),
    listReports(ctx),
    listStudies(ctx),
  ]);
  return (
    <HomeView
      sweeps={sweeps}
      experiments={experiments.items}
      single={open.items.filter(({ sweep }) => sweep === null)}
      broken={broken.items}
      reports={reports.items}
      studies={studies.items}
    />
  );
}
