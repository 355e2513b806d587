import { compareRuns, readExperiment, readSweep } from '@proofload/services';
import type { Metadata } from 'next';
import { SweepView } from '@/features/sweeps/sweep-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Sweep' };

export default async function SweepPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePageContext();
  const { id } = await params;
  const sweep = await orNotFound(readSweep(ctx, { id }));
  const [comparison, experiment] = await Promise.all([
    compareRuns(ctx, { sweep: id, by: 'treatment' }),
    readExperiment(ctx, { name: sweep.experiment, version: sweep.experimentVersion }),
  ]);
  return <SweepView sweep={sweep} comparison={comparison} treatments={experiment.treatmentList} />;
}
