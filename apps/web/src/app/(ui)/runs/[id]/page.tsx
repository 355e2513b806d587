import { compareRuns, readRun } from '@proofload/services';
import type { Metadata } from 'next';
import { cache } from 'react';
import { RunView } from '@/features/runs/run-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ id: string }>;
}

/** Read once for the title and the page. */
const findRun = cache(async (id: string) => orNotFound(readRun(await requirePageContext(), { id })));

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await findRun((await params).id)).name };
}

export default async function RunPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const run = await findRun((await params).id);
  const comparison =
    run.sweep === null ? null : await compareRuns(ctx, { sweep: run.sweep, by: 'treatment' });
  return <RunView run={run} comparison={comparison} />;
}
