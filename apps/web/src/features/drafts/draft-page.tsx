import type { Draft, DraftEvaluation } from '@proofload/contracts';
import { Download, Pencil } from 'lucide-react';
import Link from 'next/link';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import { PackButton } from '../reports/pack-button';
import { DeleteDraft } from './delete-draft';
import { DraftBody } from './draft-body';
import { ProblemList } from './problem-list';
import { ShareDraft } from './share-draft';
import { readViewDefinitions } from './view-definitions';

/** A draft to read, with its numbers worked out from the runs as they are now. */
export function DraftPage({ draft, evaluation }: { draft: Draft; evaluation: DraftEvaluation }) {
  return (
    <article data-report className="space-y-6">
      <header className="space-y-3">
        <div className="no-print mx-auto flex max-w-[56rem] flex-wrap items-center justify-end gap-2">
          <DeleteDraft name={draft.name} title={evaluation.title} />
          <Button asChild>
            <Link href={`/drafts/${draft.name}/edit`}>
              <Pencil aria-hidden className="size-4" />
              Edit
            </Link>
          </Button>
          <Button asChild>
            <a href={`/api/v1/drafts/${draft.name}/markdown`} download={`${draft.name}.md`}>
              <Download aria-hidden className="size-4" />
              Markdown
            </a>
          </Button>
          <PackButton packed={{ evaluation }} name={draft.name} />
          <Button asChild>
            <a href={`/api/v1/drafts/${draft.name}/bundle`} download={`${draft.name}.proofload.json`}>
              <Download aria-hidden className="size-4" />
              Download bundle
            </a>
          </Button>
          <ShareDraft draft={{ ...draft, title: evaluation.title }} />
        </div>
        <div className="mx-auto max-w-[40rem] space-y-3">
          <h1 className="text-2xl text-balance sm:text-3xl">{evaluation.title}</h1>
          <p className="text-muted">
            Draft, worked out <Time at={evaluation.evaluatedAt} />; changed <Time at={draft.updatedAt} /> by{' '}
            {draft.updatedBy}
          </p>
          <ProblemList problems={evaluation.problems} />
        </div>
      </header>
      <DraftBody evaluation={evaluation} definitions={readViewDefinitions(evaluation)} isLinked />
    </article>
  );
}
