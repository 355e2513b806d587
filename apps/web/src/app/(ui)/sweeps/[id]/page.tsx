import { readSweep } from '@proofload/services';
import type { Metadata } from 'next';
import { SweepView } from '@/features/sweeps/sweep-view';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Sweep' };

export default async function SweepPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePageContext();
  const { id } = await params;
  return <SweepView sweep={await orNotFound(readSweep(ctx, { id }))} />;
}
