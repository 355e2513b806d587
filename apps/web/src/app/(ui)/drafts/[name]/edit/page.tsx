import { draftNameSchema } from '@proofload/contracts';
import { readDraft } from '@proofload/services';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { PageHeader } from '@/components/ui/page-header';
import { DraftEditor } from '@/features/drafts/draft-editor';
import { orNotFound } from '@/server/or-not-found';
import { requirePageContext } from '@/server/page-context';

interface PageProps {
  params: Promise<{ name: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `Edit ${(await params).name}` };
}

export default async function EditDraftPage({ params }: PageProps) {
  const ctx = await requirePageContext();
  const { name } = await params;
  if (!draftNameSchema.safeParse(name).success) notFound();
  const draft = await orNotFound(readDraft(ctx, { name }));
  return (
    <div className="space-y-5">
      <PageHeader
        title={`Edit ${draft.title}`}
        actions={
          <Button asChild>
            <Link href={`/drafts/${name}`}>Discard changes</Link>
          </Button>
        }
      />
      <DraftEditor draft={draft} initial="" />
    </div>
  );
}
