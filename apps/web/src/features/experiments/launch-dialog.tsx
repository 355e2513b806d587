'use client';

import { type Experiment, experimentSchema, sweepRefSchema } from '@proofload/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField, TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { callApi } from '../api/call-api';
import { factorLevels, type LevelChoice, selectedTreatments } from './level-choice';
import { parseLabels } from './parse-labels';

export interface LaunchDialogProps {
  name: string;
  treatments: number;
  replicates: number;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Chooses what of an experiment to run, says how much that is, and launches it. */
export function LaunchDialog({ name, open, onOpenChange }: LaunchDialogProps) {
  const experiment = useQuery({
    queryKey: ['experiment', name],
    queryFn: ({ signal }) => callApi(`/experiments/${name}`, experimentSchema, { signal }),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Launch ${name}`}
      description="Every chosen treatment is run as often as there are replicates."
    >
      {experiment.isError ? (
        <ErrorNote error={experiment.error} />
      ) : experiment.data ? (
        <LaunchForm experiment={experiment.data} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

function LaunchForm({ experiment }: { experiment: Experiment }) {
  const router = useRouter();
  const levels = factorLevels(experiment.treatmentList);
  const [choice, setChoice] = useState<LevelChoice>({});
  const [replicates, setReplicates] = useState(String(experiment.replicates));
  const [order, setOrder] = useState<'random' | 'defined'>('random');
  const [labels, setLabels] = useState('');
  const chosen = selectedTreatments(experiment.treatmentList, choice);
  const count = Number(replicates);
  const isCountValid = Number.isInteger(count) && count >= 1 && count <= 100;
  const parsedLabels = parseLabels(labels);
  const launch = useMutation({
    mutationFn: () =>
      callApi(`/experiments/${experiment.name}/sweeps`, sweepRefSchema, {
        method: 'POST',
        body: {
          ...(Object.keys(choice).length > 0 ? { params: choice } : {}),
          replicates: count,
          order,
          labels: parsedLabels.labels,
        },
      }),
    onSuccess: ({ id }) => router.push(`/sweeps/${id}`),
  });
  const runs = chosen.length * (isCountValid ? count : 0);
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        launch.mutate();
      }}
    >
      {Object.entries(levels).map(([factor, values]) => (
        <fieldset key={factor}>
          <legend className="text-sm font-medium">{factor}</legend>
          <div className="flex flex-wrap gap-x-4">
            {values.map((value) => (
              <CheckField
                key={String(value)}
                label={<span className="tabular">{String(value)}</span>}
                checked={choice[factor]?.includes(value) ?? true}
                onChange={(event) =>
                  setChoice(toggleLevel(choice, factor, values, value, event.target.checked))
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Replicates"
          type="number"
          min={1}
          max={100}
          value={replicates}
          onChange={(event) => setReplicates(event.target.value)}
          error={isCountValid ? undefined : 'expected a whole number from 1 to 100'}
          hint="Three or more let differences be judged"
        />
        <SelectField
          label="Order"
          value={order}
          onChange={(event) => setOrder(event.target.value === 'defined' ? 'defined' : 'random')}
          hint="Random order keeps drift from looking like an effect"
        >
          <option value="random">random</option>
          <option value="defined">as defined</option>
        </SelectField>
      </div>
      <TextField
        label="Labels"
        placeholder="branch=main, build=1234"
        value={labels}
        onChange={(event) => setLabels(event.target.value)}
        error={parsedLabels.error}
        hint="Kept with every run, to find and group it by"
      />
      {launch.isError && <ErrorNote error={launch.error} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="tabular text-muted" aria-live="polite">
          {chosen.length} treatments × {isCountValid ? count : '?'} = {runs} runs, one after another
        </p>
        <Button
          type="submit"
          variant="primary"
          disabled={runs === 0 || parsedLabels.error !== undefined || launch.isPending || launch.isSuccess}
        >
          {launch.isPending || launch.isSuccess ? 'Launching…' : `Launch ${runs} runs`}
        </Button>
      </div>
    </form>
  );
}

function toggleLevel(
  choice: LevelChoice,
  factor: string,
  all: LevelChoice[string],
  level: LevelChoice[string][number],
  isOn: boolean,
): LevelChoice {
  const before = choice[factor] ?? all;
  const after = all.filter((value) => (value === level ? isOn : before.includes(value)));
  const { [factor]: _dropped, ...rest } = choice;
  return after.length === all.length ? rest : { ...rest, [factor]: after };
}
