import { idSchema } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { readView } from '@proofload/services';
import { notFound, redirect } from 'next/navigation';
import { requirePageContext } from '@/server/page-context';

/** A short address: leads to the page in the state that was kept. */
export default async function ShortAddressPage({ params }: { params: Promise<{ id: string }> }) {
  const ctx = await requirePageContext();
  const id = idSchema.safeParse((await params).id);
  if (!id.success) notFound();
  const { path, search } = await readView(ctx, { id: id.data }).catch((error: unknown) => {
    if (error instanceof ProofloadError && error.code === 'not-found') notFound();
    throw error;
  });
  redirect(search === '' ? path : `${path}?${search}`);
}
