'use client';

import type { Sweep, SweepAddition } from '@proofload/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, TextField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

interface DialogProps {
  sweep: Sweep;
  onClose(): void;
  onAdded(addition: SweepAddition): void;
}

/** Chooses how many more replicates there are, and of which treatments. */
export function AddReplicatesDialog({ sweep, onClose, onAdded }: DialogProps) {
  const all = [...new Set(sweep.runs.map(({ treatment }) => treatment))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const [add, setAdd] = useState('2');
  const [left, setLeft] = useState<readonly string[]>([]);
  // The same request again, as after a lost answer, adds nothing more.
  const [requestKey] = useState(() => crypto.randomUUID());
  const treatments = all.filter((treatment) => !left.includes(treatment));
  const count = Number(add);
  const isValid = Number.isInteger(count) && count >= 1 && count <= 100;
  const adding = useMutation({
    mutationFn: () =>
      callApi(`/sweeps/${sweep.id}/replicates`, answers.sweepAddition, {
        method: 'POST',
        body: { add: count, requestKey, ...(left.length > 0 ? { treatments } : {}) },
      }),
    onSuccess: onAdded,
  });
  const runs = isValid ? count * treatments.length : 0;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add replicates"
      description="They are carried out after the runs that there are, with the same definition, and the sweep is judged again when they are done."
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <TextField
          label="More replicates of each treatment"
          type="number"
          min={1}
          max={100}
          value={add}
          onChange={(event) => setAdd(event.target.value)}
          error={isValid ? undefined : 'expected a whole number from 1 to 100'}
        />
        {all.length > 1 && (
          <fieldset>
            <legend className="text-sm font-medium">Treatments</legend>
            <div className="flex max-h-56 flex-wrap gap-x-4 overflow-y-auto">
              {all.map((treatment) => (
                <CheckField
                  key={treatment}
                  label={<span className="tabular">{treatment}</span>}
                  checked={!left.includes(treatment)}
                  onChange={({ target }) =>
                    setLeft(target.checked ? left.filter((one) => one !== treatment) : [...left, treatment])
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
        {adding.isError && <ErrorNote error={adding.error} />}
        <div className="flex justify-end gap-2 border-t border-line pt-4">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" variant="primary" disabled={runs === 0 || adding.isPending}>
            {adding.isPending ? 'Adding…' : `Add ${runs} ${runs === 1 ? 'run' : 'runs'}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
