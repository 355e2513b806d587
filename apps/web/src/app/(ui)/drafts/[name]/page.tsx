import { draftNameSchema } from '@proofload/contracts';
import { evaluateDraft, readDraft } from '@proofload/services';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DraftPage } from '@/features/drafts/draft-page';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function DraftReadingPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const { name } = await params;
  if (!draftNameSchema.safeParse(name).success) notFound();
  const draft = await orNotFound(readDraft(ctx, { name }));
  return <DraftPage draft={draft} evaluation={await evaluateDraft(ctx, { name })} />;
}
