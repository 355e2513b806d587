'use client';

import type { Draft, FreezeDraft, Report } from '@proofload/contracts';
import { Share2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField, TextField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { Permalink } from '../reports/permalink';
import { visibilities } from '../reports/visibility';

type SharedDraft = Pick<Draft, 'name' | 'title' | 'revision'>;

/** Freezes a draft into a report, and gives the permalink. */
export function ShareDraft({ draft }: { draft: SharedDraft }) {
  const [isOpen, setIsOpen] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const change = (open: boolean): void => {
    setIsOpen(open);
    if (!open) setReport(null);
  };
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        Share
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={change}
        title={report ? 'The report is frozen' : 'Share this draft'}
        description={
          report
            ? undefined
            : 'A report is a copy of what you see, with its numbers and claims as they are now: later runs and changes do not reach it.'
        }
      >
        {report ? <Permalink report={report} /> : <FreezeForm draft={draft} onCreated={setReport} />}
      </Dialog>
    </>
  );
}

function FreezeForm({ draft, onCreated }: { draft: SharedDraft; onCreated(report: Report): void }) {
  const [title, setTitle] = useState(draft.title);
  const [visibility, setVisibility] = useState<FreezeDraft['visibility']>('link');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    const body: FreezeDraft = { title: title.trim(), visibility, revision: draft.revision };
    try {
      onCreated(await callApi(`/drafts/${draft.name}/freeze`, answers.report, { method: 'POST', body }));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-3">
      <TextField
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        required
        maxLength={200}
      />
      <SelectField
        label="Who may read it"
        value={visibility}
        onChange={(event) => setVisibility(event.target.value === 'link' ? 'link' : 'private')}
      >
        {visibilities.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {error !== null && <ErrorNote error={error} />}
      <div className="flex justify-end pt-1">
        <Button type="submit" variant="primary" disabled={isBusy || title.trim() === ''}>
          {isBusy ? 'Freezing…' : 'Create report'}
        </Button>
      </div>
    </form>
  );
}
