'use client';

import type { Sweep, SweepAddition } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

const outcomes = ['failed', 'stalled', 'limited', 'cancelled'] as const;
type Outcome = (typeof outcomes)[number];

/** Runs of a sweep that did not complete and were not repeated, by outcome. */
export function countRetriable({ runs }: Pick<Sweep, 'runs'>): ReadonlyMap<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const { status, outcome, retriedBy } of runs) {
    const known = outcomes.find((one) => one === outcome);
    if (status === 'finished' && known !== undefined && retriedBy === null)
      counts.set(known, (counts.get(known) ?? 0) + 1);
  }
  return counts;
}

interface DialogProps {
  sweep: Sweep;
  onClose(): void;
  onAdded(addition: SweepAddition): void;
}

/** Chooses which runs are repeated. */
export function RetryDialog({ sweep, onClose, onAdded }: DialogProps) {
  const counts = countRetriable(sweep);
  const found = outcomes.filter((outcome) => counts.has(outcome));
  const [chosen, setChosen] = useState<readonly Outcome[]>(() => {
    const failed = found.filter((outcome) => outcome === 'failed' || outcome === 'stalled');
    return failed.length > 0 ? failed : found;
  });
  const retry = useMutation({
    mutationFn: () =>
      callApi(`/sweeps/${sweep.id}/retry`, answers.sweepAddition, {
        method: 'POST',
        body: { outcomes: chosen },
      }),
    onSuccess: onAdded,
  });
  const runs = chosen.reduce((sum, outcome) => sum + (counts.get(outcome) ?? 0), 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Repeat runs"
      description="Each is repeated by a new run. The old ones are kept as they are; the verdict counts the new ones."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          retry.mutate();
        }}
      >
        <fieldset>
          <legend className="text-sm font-medium">Which runs</legend>
          {found.map((outcome) => (
            <CheckField
              key={outcome}
              label={`${counts.get(outcome)} ${outcome}`}
              checked={chosen.includes(outcome)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, outcome] : chosen.filter((one) => one !== outcome))
              }
            />
          ))}
        </fieldset>
        {retry.isError && <ErrorNote error={retry.error} />}
        <div className="flex justify-end gap-2 border-t border-line pt-4">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" disabled={runs === 0 || retry.isPending}>
            {retry.isPending ? 'Adding…' : `Repeat ${runs} ${runs === 1 ? 'run' : 'runs'}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
