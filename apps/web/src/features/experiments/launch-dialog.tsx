'use client';

import type { Experiment } from '@proofload/contracts';
import { formatDurationMs, priorityRange } from '@proofload/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField, TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { readCoolDown, readPriority, sayExpected } from '../sweeps/read-setting';
import { estimateRunMs } from './estimate-length';
import {
  type FactorGroup,
  factorGroups,
  isChosen,
  type LevelChoice,
  selectedTreatments,
  toggleSetting,
} from './level-choice';
import { parseLabels } from './parse-labels';

/** Chooses what of an experiment to run, says how much that is, and launches it. */
export function LaunchDialog({ name, onClose }: { name: string; onClose(): void }) {
  const experiment = useQuery({
    queryKey: ['experiment', name],
    queryFn: ({ signal }) => callApi(`/experiments/${name}`, answers.experiment, { signal }),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Launch ${name}`}
      description="Every chosen treatment is run as often as there are replicates."
    >
      {experiment.isError ? (
        <ErrorNote error={experiment.error} />
      ) : experiment.data ? (
        <LaunchForm experiment={experiment.data} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Dialog>
  );
}

function LaunchForm({ experiment }: { experiment: Experiment }) {
  const router = useRouter();
  const [choice, setChoice] = useState<LevelChoice>({});
  const [replicates, setReplicates] = useState(String(experiment.replicates));
  const [order, setOrder] = useState<'random' | 'defined'>('random');
  const [labelText, setLabelText] = useState('');
  const [priority, setPriority] = useState('0');
  const [coolDown, setCoolDown] = useState('0s');
  const treatments = selectedTreatments(experiment.treatmentList, choice).length;
  const count = Number(replicates);
  const isCountValid = Number.isInteger(count) && count >= 1 && count <= 100;
  const { labels, error: labelError } = parseLabels(labelText);
  const launch = useMutation({
    mutationFn: () =>
      callApi(`/experiments/${experiment.name}/sweeps`, answers.sweepRef, {
        method: 'POST',
        body: {
          ...(Object.keys(choice).length > 0 ? { params: choice } : {}),
          version: experiment.version,
          replicates: count,
          order,
          labels,
          priority: Number(priority),
          coolDown: coolDown.trim(),
        },
      }),
    onSuccess: ({ id }) => router.push(`/sweeps/${id}`),
  });
  const priorityError = sayExpected(readPriority(priority));
  const coolDownError = sayExpected(readCoolDown(coolDown));
  const isWrong = [labelError, priorityError, coolDownError].some((error) => error !== undefined);
  const isGone = launch.isPending || launch.isSuccess;
  const runs = treatments * (isCountValid ? count : 0);
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        launch.mutate();
      }}
    >
      {factorGroups(experiment.treatmentList).map((group) => (
        <LevelBoxes key={group.label} group={group} choice={choice} onChange={setChoice} />
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
          hint={
            count === 1
              ? 'With one replicate no difference can be judged'
              : 'Three or more let differences be judged'
          }
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
        value={labelText}
        onChange={(event) => setLabelText(event.target.value)}
        error={labelError}
        hint="Kept with every run, to find and group it by"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Priority"
          type="number"
          {...priorityRange}
          value={priority}
          onChange={(event) => setPriority(event.target.value)}
          error={priorityError}
          hint="Sweeps with a greater one are served first"
        />
        <TextField
          label="Cool-down"
          placeholder="40s"
          value={coolDown}
          onChange={(event) => setCoolDown(event.target.value)}
          error={coolDownError}
          hint="From the end of one run to the start of the next"
        />
      </div>
      {launch.isError && <ErrorNote error={launch.error} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="tabular text-muted" aria-live="polite">
          {treatments} {treatments === 1 ? 'treatment' : 'treatments'} × {isCountValid ? count : '?'} = {runs}{' '}
          {runs === 1 ? 'run' : 'runs'}
          <Length name={experiment.name} runs={runs} />
        </p>
        <Button type="submit" variant="primary" disabled={runs === 0 || isWrong || isGone}>
          {isGone ? 'Launching…' : `Launch ${runs} ${runs === 1 ? 'run' : 'runs'}`}
        </Button>
      </div>
    </form>
  );
}

function LevelBoxes({
  group,
  choice,
  onChange,
}: {
  group: FactorGroup;
  choice: LevelChoice;
  onChange(choice: LevelChoice): void;
}) {
  return (
    <fieldset>
      <legend className="text-sm font-medium">{group.label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {group.settings.map((setting) => (
          <CheckField
            key={setting.label}
            label={<span className="tabular">{setting.label}</span>}
            checked={isChosen(choice, setting)}
            onChange={(event) => onChange(toggleSetting(choice, group, setting, event.target.checked))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** About how long the sweep takes, from the runs that the experiment has had. */
function Length({ name, runs }: { name: string; runs: number }) {
  const query = new URLSearchParams({
    experiment: name,
    filter: 'outcome=completed',
    sort: '-finishedAt',
    limit: '20',
  });
  const latest = useQuery({
    queryKey: ['lengths', name],
    queryFn: ({ signal }) => callApi(`/runs?${query}`, answers.runList, { signal }),
  });
  const runMs = latest.data ? estimateRunMs(latest.data.items) : null;
  if (runMs === null || runs === 0) return <span className="block">one after another</span>;
  return <span className="block">about {formatDurationMs(runMs * runs)}, one after another</span>;
}
