import { listSweeps } from '@proofload/services';
import type { Metadata } from 'next';
import { QueueView } from '@/features/sweeps/queue-view';
import { requirePageContext } from '@/server/page-context';

export const metadata: Metadata = { title: 'Sweeps in progress' };

export default async function SweepsPage() {
  const ctx = await requirePageContext();
  return <QueueView sweeps={await listSweeps(ctx, { state: 'open', limit: 200 })} />;
}
