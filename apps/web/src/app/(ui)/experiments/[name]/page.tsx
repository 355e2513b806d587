import { compareRuns, listRuns, listSweeps, readExperiment } from '@proofload/services';
import type { Metadata } from 'next';
import { ExperimentView } from '@/features/experiments/experiment-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function ExperimentPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const { name } = await params;
  const experiment = await orNotFound(readExperiment(ctx, { name }));
  const [sweeps, runs] = await Promise.all([
    listSweeps(ctx, { experiment: name, limit: 20 }),
    listRuns(ctx, { experiment: name, limit: 50, sort: '-createdAt' }),
  ]);
  const comparison = runs.total === 0 ? null : await compareRuns(ctx, { experiment: name, by: 'treatment' });
  return <ExperimentView experiment={experiment} sweeps={sweeps} runs={runs} comparison={comparison} />;
}
