'use client';

import type { Experiment, Run } from '@proofload/contracts';
import type { ExperimentDefinition } from '@proofload/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, TextField } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/skeleton';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { findStartMs } from '../runs/timeline-model';
import { runKey } from '../runs/use-live-run';
import { experimentQuery } from '../series/limit-source';
import { checkDraft, draftWindows, sayWindow, toOwnWindows, type WindowDraft } from './own-windows';

/** Lets windows lie elsewhere in this run, such as without its warm-up. */
export function WindowsDialog({ run, onClose }: { run: Run; onClose(): void }) {
  const experiment = useQuery({
    ...experimentQuery(run.experiment ?? '', run.evaluatedVersion ?? run.experimentVersion),
    enabled: run.experiment !== null,
  });
  const startMs = findStartMs(run);
  const isPending = run.experiment !== null && experiment.isPending;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Windows of this run"
      description="Times count from the start of the run. The run is evaluated again at once; its present results are kept."
    >
      {experiment.isError && <ErrorNote error={experiment.error} />}
      {isPending && <Skeleton className="h-40" />}
      {startMs === null && <p>Nothing tells when this run began, so no window can be set.</p>}
      {!isPending && !experiment.isError && startMs !== null && (
        <WindowsForm
          run={run}
          definition={definitionOf(experiment.data)}
          startMs={startMs}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** The server parsed it with the schema of definitions when it was saved. */
const definitionOf = (experiment: Experiment | undefined): ExperimentDefinition | null =>
  experiment ? (experiment.definition as unknown as ExperimentDefinition) : null;

interface WindowsFormProps {
  run: Run;
  definition: ExperimentDefinition | null;
  startMs: number;
  onClose(): void;
}

function WindowsForm({ run, definition, startMs, onClose }: WindowsFormProps) {
  const client = useQueryClient();
  const router = useRouter();
  const [drafts, setDrafts] = useState(() => draftWindows(run, definition, startMs));
  const save = useMutation({
    mutationFn: (windows: Run['windows']) =>
      Object.keys(windows).length === 0
        ? callApi(`/runs/${run.id}/windows`, answers.run, { method: 'DELETE' })
        : callApi(`/runs/${run.id}/windows`, answers.run, { method: 'PUT', body: { windows } }),
    onSuccess: (now) => {
      client.setQueryData(runKey(run.id), now);
      router.refresh();
      onClose();
    },
  });
  const hasErrors = drafts.some((draft) => Object.keys(checkDraft(draft)).length > 0);
  const change = (name: string, changes: Partial<WindowDraft>): void =>
    setDrafts(drafts.map((draft) => (draft.name === name ? { ...draft, ...changes } : draft)));
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(toOwnWindows(drafts, startMs));
      }}
    >
      {drafts.length === 0 && (
        <p>The definition of this run measures nothing over a window. A later version of it may.</p>
      )}
      {drafts.map((draft) => (
        <WindowFields key={draft.name} draft={draft} onChange={(changes) => change(draft.name, changes)} />
      ))}
      {save.isError && <ErrorNote error={save.error} />}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        {Object.keys(run.windows).length > 0 && (
          <Button disabled={save.isPending} onClick={() => save.mutate({})}>
            Back to the definition
          </Button>
        )}
        <Button type="submit" variant="primary" disabled={hasErrors || drafts.length === 0 || save.isPending}>
          {save.isPending ? 'Evaluating…' : 'Evaluate with these windows'}
        </Button>
      </div>
    </form>
  );
}

function WindowFields({
  draft,
  onChange,
}: {
  draft: WindowDraft;
  onChange(changes: Partial<WindowDraft>): void;
}) {
  const errors = checkDraft(draft);
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">{sayWindow(draft.name)}</legend>
      <CheckField
        label="Lies elsewhere in this run"
        checked={draft.isOwn}
        onChange={(event) => onChange({ isOwn: event.target.checked })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="From"
          value={draft.from}
          disabled={!draft.isOwn}
          error={errors.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <TextField
          label="To"
          value={draft.to}
          disabled={!draft.isOwn}
          error={errors.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
