'use client';

import type { Run } from '@proofload/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Flag, MessageSquare, Pencil, Trash2, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { listMarks, type Mark, type MarkChange, nameOfMark, removeMark, sayMark } from './mark-changes';
import { MarkDialog } from './mark-dialog';
import { findStartMs } from './timeline-model';
import { runKey } from './use-live-run';

/** What is marked in a run, with what changes it in place; every change can be undone. */
export function RunMarks({ run, zoom }: { run: Run; zoom: Zoom | null }) {
  const [edited, setEdited] = useState<Mark | 'new' | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { take, change, undo, error, setError } = useChanges(run);
  const startMs = findStartMs(run);
  if (startMs === null) return null;
  const marks = listMarks(run, startMs);
  // While the run goes on, its worker writes phases.
  const isOpenTo = (mark: Mark): boolean => mark.kind === 'note' || run.status === 'finished';
  const remove = (mark: Mark): void => {
    setIsBusy(true);
    setError(null);
    removeMark({ run, startMs }, mark)
      .then(take, setError)
      .finally(() => setIsBusy(false));
  };
  return (
    <div className="mt-3 space-y-2 border-t border-line pt-3">
      <div className="no-print flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => setEdited('new')}>
          <Flag aria-hidden className="size-4" />
          {zoom ? 'Mark this stretch' : 'Mark'}
        </Button>
        <span role="status" className="text-xs text-muted">
          {change?.said}
        </span>
        {change && (
          <Button size="small" disabled={isBusy} onClick={undo}>
            <Undo2 aria-hidden className="size-4" />
            Undo
          </Button>
        )}
      </div>
      {error !== null && <ErrorNote error={error} />}
      {marks.length > 0 && (
        <ul aria-label="Marks of the run" className="grid gap-x-6 text-xs sm:grid-cols-2 xl:grid-cols-3">
          {marks.map((mark) => (
            <li
              key={mark.kind === 'note' ? mark.id : `phase ${mark.name}`}
              className="flex min-w-0 items-center gap-1.5"
            >
              {mark.kind === 'note' ? (
                <MessageSquare aria-hidden className="size-3 shrink-0 text-muted" />
              ) : (
                <Flag aria-hidden className="size-3 shrink-0 text-muted" />
              )}
              <span className="min-w-0 truncate" title={nameOfMark(mark)}>
                {nameOfMark(mark)}
              </span>
              <span className="tabular whitespace-nowrap text-muted">{sayMark(mark)}</span>
              {isOpenTo(mark) && (
                <span className="no-print ml-auto flex">
                  <MarkAction
                    icon={Pencil}
                    label={`Change ${nameOfMark(mark)}`}
                    onClick={() => setEdited(mark)}
                  />
                  <MarkAction
                    icon={Trash2}
                    label={`Remove ${nameOfMark(mark)}`}
                    disabled={isBusy}
                    onClick={() => remove(mark)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <MarkDialog
          run={run}
          startMs={startMs}
          former={edited === 'new' ? null : edited}
          zoom={zoom}
          onSaved={take}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

function MarkAction({
  icon: Icon,
  label,
  onClick,
  disabled = false,
}: {
  icon: typeof Pencil;
  label: string;
  onClick(): void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-raised hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}

/** The last change, until it is undone or another one is made. */
function useChanges(run: Run) {
  const client = useQueryClient();
  const router = useRouter();
  const [change, setChange] = useState<MarkChange | null>(null);
  const [error, setError] = useState<unknown>(null);
  const show = (now: Run): void => {
    client.setQueryData(runKey(run.id), now);
    // Other results of the run stand on the page as well.
    router.refresh();
  };
  const take = (next: MarkChange): void => {
    setChange(next);
    setError(null);
    show(next.run);
  };
  const undo = (): void => {
    change?.undo().then((now) => {
      setChange(null);
      show(now);
    }, setError);
  };
  return { change, take, undo, error, setError };
}
