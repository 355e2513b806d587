'use client';

import type { History, HistoryChangeView, TreatmentHistory } from '@proofload/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDownRight, ArrowUpRight, Check, CircleAlert } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { TextField } from '@/components/ui/field';
import { Time } from '@/components/ui/time';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { historyKey } from './history-queries';

/** The changes of a history in words; each can be acknowledged, with a note, and that taken back. */
export function ChangeList({ about, history }: { about: History; history: TreatmentHistory }) {
  if (history.changes.length === 0) return <p className="text-muted">No change is found.</p>;
  return (
    <ul aria-label="Changes" className="space-y-3">
      {history.changes.map((change) => (
        <li key={change.run} className="space-y-1.5 border-l-2 border-line-strong pl-3">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <DirectionBadge change={change} />
            <span data-testid="change">{change.sentence}</span>
          </p>
          <p className="text-sm text-muted">
            Since{' '}
            <Link href={`/runs/${change.run}`} className="text-accent underline">
              {history.points.find(({ run }) => run === change.run)?.name ?? change.run}
            </Link>
            , <Time at={history.points.find(({ run }) => run === change.run)?.at ?? ''} />
            {change.low === null && '; its interval cannot be told'}
          </p>
          <Acknowledging about={about} change={change} />
        </li>
      ))}
    </ul>
  );
}

function DirectionBadge({ change: { direction, acknowledgement } }: { change: HistoryChangeView }) {
  if (acknowledgement)
    return (
      <Badge icon={Check} look="outlined">
        acknowledged
      </Badge>
    );
  const looks = {
    worse: { tone: 'breach', icon: CircleAlert },
    better: { tone: 'pass', icon: ArrowUpRight },
    different: { tone: 'warn', icon: ArrowDownRight },
  } as const;
  return <Badge {...looks[direction]}>new, {direction}</Badge>;
}

/** Says who has seen a change, or takes a note of it. */
function Acknowledging({ about, change }: { about: History; change: HistoryChangeView }) {
  const client = useQueryClient();
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState('');
  const path = `/experiments/${about.experiment}/history/${change.run}?measurement=${encodeURIComponent(about.measurement)}`;
  const save = useMutation({
    mutationFn: (text: string | null) =>
      callApi(
        path,
        answers.history,
        text === null ? { method: 'DELETE' } : { method: 'PUT', body: { note: text } },
      ),
    onSuccess: async () => {
      setIsOpen(false);
      setNote('');
      await client.invalidateQueries({ queryKey: historyKey(about.experiment) });
      // The badge beside the name of the experiment comes with the page.
      router.refresh();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(note);
  };
  const { acknowledgement } = change;
  return (
    <div className="space-y-2">
      {save.isError && <ErrorNote error={save.error} />}
      {acknowledgement ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span>
            Seen by {acknowledgement.by}, <Time at={acknowledgement.at} style="short" />
            {acknowledgement.note !== '' && `: ${acknowledgement.note}`}
          </span>
          <Button size="small" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Undo
          </Button>
        </p>
      ) : isOpen ? (
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <div className="w-80 max-w-full">
            <TextField
              label="Why it is as it is"
              hint="Optional; whoever reads the history sees it"
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </div>
          <div className="flex gap-2 pb-5">
            <Button type="submit" size="small" variant="primary" disabled={save.isPending}>
              {save.isPending ? 'Saving …' : 'Save'}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button size="small" onClick={() => setIsOpen(true)}>
          <Check aria-hidden className="size-4" />
          Acknowledge
        </Button>
      )}
    </div>
  );
}
