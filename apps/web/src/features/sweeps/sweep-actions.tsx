'use client';

import type { Sweep, SweepAddition } from '@proofload/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CirclePlus, GitCompareArrows, RotateCcw } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { AddReplicatesDialog } from './add-replicates-dialog';
import { useChangeSweep } from './change-sweep';
import { countRetriable, RetryDialog } from './retry-dialog';
import { sweepKey } from './use-live-sweep';

/** What can be done with a sweep. */
export function SweepActions({ sweep }: { sweep: Sweep }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<'cancel' | 'retry' | 'add' | null>(null);
  const isFinished = sweep.status === 'finished';
  const close = (): void => setAsked(null);
  const onAdded = (addition: SweepAddition): void => {
    client.setQueryData(sweepKey(sweep.id), addition.sweep);
    close();
  };
  const cancel = async (): Promise<void> => {
    const cancelled = await callApi(`/sweeps/${sweep.id}/cancel`, answers.sweep, { method: 'POST' });
    client.setQueryData(sweepKey(sweep.id), cancelled);
  };
  const open = sweep.counts.queued + sweep.counts.active;
  return (
    <>
      {!isFinished && <PauseButton sweep={sweep} />}
      {countRetriable(sweep).size > 0 && (
        <Button onClick={() => setAsked('retry')}>
          <RotateCcw aria-hidden className="size-4" />
          Repeat runs
        </Button>
      )}
      <Button onClick={() => setAsked('add')}>
        <CirclePlus aria-hidden className="size-4" />
        Add replicates
      </Button>
      {!isFinished && <Button onClick={() => setAsked('cancel')}>Cancel sweep</Button>}
      <Button variant={isFinished ? 'primary' : 'secondary'} asChild>
        <Link href={`/compare?sweep=${sweep.id}`}>
          <GitCompareArrows aria-hidden className="size-4" />
          Compare
        </Link>
      </Button>
      {asked === 'retry' && <RetryDialog sweep={sweep} onClose={close} onAdded={onAdded} />}
      {asked === 'add' && <AddReplicatesDialog sweep={sweep} onClose={close} onAdded={onAdded} />}
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={close}
        title="Cancel this sweep?"
        action="Cancel the sweep"
        keep="Let it go on"
        onConfirm={cancel}
      >
        <p>
          {open} {open === 1 ? 'run' : 'runs'} will not be carried out to the end. What has been measured so
          far is kept.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Keeps runs that wait from starting, or lets them start again: each undoes the other. */
export function PauseButton({ sweep, label }: { sweep: Sweep; label?: string }) {
  const change = useChangeSweep(sweep.id);
  const isPaused = sweep.paused !== null;
  const Icon = isPaused ? CirclePlay : CirclePause;
  const says = isPaused ? 'Resume' : 'Pause';
  return (
    <>
      <Button
        disabled={change.isPending}
        onClick={() => change.mutate({ paused: !isPaused })}
        aria-label={label === undefined ? undefined : `${says} ${label}`}
        title={isPaused ? 'Let the runs that wait start' : 'Runs at work go on; those that wait do not start'}
      >
        <Icon aria-hidden className="size-4" />
        {says}
      </Button>
      {change.isError && <ErrorNote error={change.error} />}
    </>
  );
}
