'use client';

import type { Draft, FreezeDraft } from '@proofload/contracts';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { FreezeDialog, ReportForm } from '../reports/report-form';

/** Freezes a draft into a report, and gives the permalink. */
export function ShareDraft({ draft }: { draft: Pick<Draft, 'name' | 'title' | 'revision'> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        Share
      </Button>
      <FreezeDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Share this draft"
        description="A report is a copy of what you see, with its numbers and claims as they are now: later runs and changes do not reach it."
        form={(onCreated) => (
          <ReportForm
            proposedTitle={draft.title}
            freeze={(asked) => {
              const body: FreezeDraft = { ...asked, revision: draft.revision };
              return callApi(`/drafts/${draft.name}/freeze`, answers.report, { method: 'POST', body });
            }}
            onCreated={onCreated}
          />
        )}
      />
    </>
  );
}
