import { compareRuns, readRun } from '@proofload/services';
import { HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { RunView } from '@/features/runs/run-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';
import { readFirstFigure } from './first-figure';

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** Read once for the title and the page. */
const findRun = cache(async (id: string) => orNotFound(readRun(await requirePageContext(), { id })));

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await findRun((await params).id)).name };
}

export default async function RunPage({ params, searchParams }: PageProps) {
  const ctx = await requirePageContext();
  const run = await findRun((await params).id);
  const [comparison, firstFigure] = await Promise.all([
    run.sweep === null ? null : compareRuns(ctx, { sweep: run.sweep, by: 'treatment' }),
    readFirstFigure(ctx, run, await searchParams),
  ]);
  return (
    <HydrationBoundary state={firstFigure}>
      <RunView run={run} comparison={comparison} />
    </HydrationBoundary>
  );
}
