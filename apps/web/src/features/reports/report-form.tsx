'use client';

import type { CreateReport, Report } from '@proofload/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField, TextField } from '@/components/ui/field';
import { Permalink } from './permalink';
import { visibilities } from './visibility';

interface FreezeDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  description: string;
  /** What asks for the rest, until there is a report. */
  form(onCreated: (report: Report) => void): ReactNode;
}

/** Asks how a report is to be, and gives its permalink once it is frozen. */
export function FreezeDialog({ open, onOpenChange, title, description, form }: FreezeDialogProps) {
  const [report, setReport] = useState<Report | null>(null);
  const change = (isOpen: boolean): void => {
    onOpenChange(isOpen);
    if (!isOpen) setReport(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={report ? 'The report is frozen' : title}
      description={report ? undefined : description}
    >
      {report ? <Permalink report={report} /> : form(setReport)}
    </Dialog>
  );
}

type Asked = Pick<CreateReport, 'title' | 'visibility'>;

interface ReportFormProps {
  proposedTitle: string;
  /** About who may read it. */
  hint?: string;
  /** Stands below the title. */
  note?: ReactNode;
  /** Stands below who may read it. */
  children?: ReactNode;
  freeze(asked: Asked): Promise<Report>;
  onCreated(report: Report): void;
}

/** Title, who may read, and the button that freezes. */
export function ReportForm({ proposedTitle, hint, note, children, freeze, onCreated }: ReportFormProps) {
  const [title, setTitle] = useState(proposedTitle);
  const [visibility, setVisibility] = useState<Asked['visibility']>('link');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      onCreated(await freeze({ title: title.trim(), visibility }));
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
      {note}
      <SelectField
        label="Who may read it"
        value={visibility}
        hint={hint}
        onChange={(event) => setVisibility(event.target.value === 'link' ? 'link' : 'private')}
      >
        {visibilities.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {children}
      {error !== null && <ErrorNote error={error} />}
      <div className="flex justify-end pt-1">
        <Button type="submit" variant="primary" disabled={isBusy || title.trim() === ''}>
          {isBusy ? 'Freezing…' : 'Create report'}
        </Button>
      </div>
    </form>
  );
}
