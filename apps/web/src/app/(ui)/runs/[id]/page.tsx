import { readRun } from '@proofload/services';
import type { Metadata } from 'next';
import { RunView } from '@/features/runs/run-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Run' };

export default async function RunPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePageContext();
  const { id } = await params;
  return <RunView run={await orNotFound(readRun(ctx, { id }))} />;
}
