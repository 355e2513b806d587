'use client';

import type { CompareQuery, Comparison, CreateReport, Report } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, SelectField, TextAreaField, TextField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { type CompareState, toPartChoices } from '../compare/compare-state';
import { defaultMetrics, orderMetrics } from '../series/choose-metrics';
import { metricListQuery } from '../series/series-queries';
import { Permalink } from './permalink';
import { visibilities } from './visibility';

/** Figures over time that a report may hold. */
const maxMetrics = 12;
/** Figures over time that are proposed. */
const proposedMetrics = 4;

/** What is compared, and how it is looked at. */
export interface SharedView {
  query: CompareQuery;
  comparison: Comparison;
  view: CompareState;
}

export interface ShareDialogProps extends SharedView {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Asks for a title and who may read, freezes the comparison, and gives the permalink. */
export function ShareDialog({ open, onOpenChange, ...props }: ShareDialogProps) {
  const [report, setReport] = useState<Report | null>(null);
  const close = (isOpen: boolean): void => {
    onOpenChange(isOpen);
    if (!isOpen) setReport(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={report ? 'The report is frozen' : 'Share this comparison'}
      description={
        report
          ? undefined
          : 'A report is a copy of what you see: it stays the same for ever, even after its runs are deleted.'
      }
    >
      {report ? <Permalink report={report} /> : <ShareForm {...props} onCreated={setReport} />}
    </Dialog>
  );
}

function ShareForm({ query, comparison, view, onCreated }: SharedView & { onCreated(report: Report): void }) {
  const [title, setTitle] = useState(
    comparison.experiment ? `${comparison.experiment}: comparison` : 'Comparison',
  );
  const [note, setNote] = useState('');
  const [visibility, setVisibility] = useState<CreateReport['visibility']>('link');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { data: list } = useQuery({
    ...metricListQuery(comparison.runs[0]?.id ?? '', false),
    enabled: comparison.runs.length > 0,
  });
  const ordered = orderMetrics(list?.metrics ?? []).map(({ metric }) => metric);
  const proposed = defaultMetrics(orderMetrics(list?.metrics ?? []));
  const current = view.metric !== null && ordered.includes(view.metric) ? [view.metric] : [];
  const metrics = chosen ?? [...new Set([...current, ...proposed])].slice(0, proposedMetrics);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    const frozen = {
      compare: query,
      metrics: [...metrics],
      ...(view.column ? { column: view.column } : {}),
      parts: toPartChoices(view),
    };
    const body: CreateReport = { title: title.trim(), note, visibility, view: frozen };
    try {
      onCreated(await callApi('/reports', answers.report, { method: 'POST', body }));
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  const toggle = (metric: string): void =>
    setChosen(metrics.includes(metric) ? metrics.filter((other) => other !== metric) : [...metrics, metric]);
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-3">
      <TextField
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        required
        maxLength={200}
      />
      <TextAreaField
        label="Note"
        hint="What was found, and how it was found. Empty lines part paragraphs."
        value={note}
        onChange={(event) => setNote(event.target.value)}
        maxLength={20_000}
        rows={5}
      />
      <SelectField
        label="Who may read it"
        value={visibility}
        hint="The definitions of the runs are part of the report: no secret may stand in them."
        onChange={(event) => setVisibility(event.target.value === 'link' ? 'link' : 'private')}
      >
        {visibilities.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {ordered.length > 0 && (
        <fieldset>
          <legend className="text-sm font-medium">
            Metrics drawn over time ({metrics.length} of at most {maxMetrics})
          </legend>
          <div className="mt-1 grid max-h-40 overflow-y-auto sm:grid-cols-2">
            {ordered.map((metric) => (
              <CheckField
                key={metric}
                label={<span className="break-all">{metric}</span>}
                checked={metrics.includes(metric)}
                disabled={!metrics.includes(metric) && metrics.length >= maxMetrics}
                onChange={() => toggle(metric)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error !== null && <ErrorNote error={error} />}
      <div className="flex justify-end pt-1">
        <Button type="submit" variant="primary" disabled={isBusy || title.trim() === ''}>
          {isBusy ? 'Freezing…' : 'Create report'}
        </Button>
      </div>
    </form>
  );
}
