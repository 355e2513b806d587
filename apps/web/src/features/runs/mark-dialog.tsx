'use client';

import type { Run } from '@proofload/contracts';
import { type FormEvent, useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField, TextField } from '@/components/ui/field';
import { type Mark, type MarkChange, readTime, saveMark } from './mark-changes';

export interface MarkDialogProps {
  run: Run;
  startMs: number;
  /** What is edited; null for a new mark. */
  former: Mark | null;
  /** The stretch that the figures show, which a new mark proposes. */
  zoom: Zoom | null;
  onSaved(change: MarkChange): void;
  onClose(): void;
}

interface Draft {
  kind: Mark['kind'];
  name: string;
  from: string;
  to: string;
}

/** Marks a moment or a stretch of a run, or changes what was marked. */
export function MarkDialog({ run, startMs, former, zoom, onSaved, onClose }: MarkDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(former, zoom));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const errors = checkDraft(draft);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const mark = toMark(draft, former);
    if (mark === null) return;
    setIsBusy(true);
    setError(null);
    try {
      onSaved(await saveMark({ run, startMs }, mark, former));
      onClose();
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  const isPhase = draft.kind === 'phase';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={former ? 'Change what is marked' : 'Mark in the run'}
      description={
        isPhase && run.status === 'finished'
          ? 'Windows lie in phases: the run is evaluated again at once, and its present results are kept.'
          : 'Times count from the start of the run.'
      }
    >
      <form className="space-y-3" onSubmit={(event) => void submit(event)}>
        {former === null && (
          <SelectField
            label="What"
            value={draft.kind}
            onChange={(event) => change({ kind: event.target.value === 'phase' ? 'phase' : 'note' })}
          >
            <option value="note">A moment, with a note</option>
            <option value="phase">A stretch, as a phase</option>
          </SelectField>
        )}
        <TextField
          label={isPhase ? 'Name' : 'Note'}
          value={draft.name}
          maxLength={isPhase ? 100 : 2000}
          required
          onChange={(event) => change({ name: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={isPhase ? 'From' : 'At'}
            value={draft.from}
            hint="Seconds, or such as 1m30s"
            error={errors.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          {isPhase && (
            <TextField
              label="To"
              value={draft.to}
              hint="Seconds, or such as 1m30s"
              error={errors.to}
              onChange={(event) => change({ to: event.target.value })}
            />
          )}
        </div>
        {error !== null && <ErrorNote error={error} />}
        <div className="flex justify-end border-t border-line pt-4">
          <Button type="submit" variant="primary" disabled={isBusy || toMark(draft, former) === null}>
            {isBusy ? 'Saving…' : former ? 'Change' : 'Mark'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const seconds = (ms: number): string => String(Math.round(ms) / 1000);

function draftOf(former: Mark | null, zoom: Zoom | null): Draft {
  if (former?.kind === 'note') return { kind: 'note', name: former.text, from: seconds(former.atMs), to: '' };
  if (former)
    return { kind: 'phase', name: former.name, from: seconds(former.fromMs), to: seconds(former.toMs) };
  return {
    kind: zoom ? 'phase' : 'note',
    name: '',
    from: seconds(zoom?.fromMs ?? 0),
    to: zoom ? seconds(zoom.toMs) : '',
  };
}

function checkDraft({ kind, from, to }: Draft): { from?: string; to?: string } {
  const [fromMs, toMs] = [readTime(from), readTime(to)];
  return {
    ...(fromMs === null ? { from: 'expected a time such as 90s' } : {}),
    ...(kind === 'phase' && (toMs === null || (fromMs !== null && toMs <= fromMs))
      ? { to: 'expected a time after the first' }
      : {}),
  };
}

function toMark(draft: Draft, former: Mark | null): Mark | null {
  const name = draft.name.trim();
  const { from, to } = checkDraft(draft);
  if (name === '' || from !== undefined || to !== undefined) return null;
  const fromMs = readTime(draft.from) ?? 0;
  if (draft.kind === 'phase') return { kind: 'phase', name, fromMs, toMs: readTime(draft.to) ?? 0 };
  return { kind: 'note', id: former?.kind === 'note' ? former.id : '', atMs: fromMs, text: name };
}
