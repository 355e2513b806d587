'use client';

import type { CompareQuery, Comparison, CreateReport, Report } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckField, TextAreaField } from '@/components/ui/field';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { type CompareState, toPartChoices } from '../compare/compare-state';
import { defaultMetrics, orderMetrics } from '../series/choose-metrics';
import { metricListQuery } from '../series/series-queries';
import { FreezeDialog, ReportForm } from './report-form';

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
  return (
    <FreezeDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share this comparison"
      description="A report is a copy of what you see: it stays the same for ever, even after its runs are deleted."
      form={(onCreated) => <ShareForm {...props} onCreated={onCreated} />}
    />
  );
}

function ShareForm({ query, comparison, view, onCreated }: SharedView & { onCreated(report: Report): void }) {
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { data: list } = useQuery({
    ...metricListQuery(comparison.runs[0]?.id ?? '', false),
    enabled: comparison.runs.length > 0,
  });
  const ordered = orderMetrics(list?.metrics ?? []).map(({ metric }) => metric);
  const proposed = defaultMetrics(orderMetrics(list?.metrics ?? []));
  const current = view.metric !== null && ordered.includes(view.metric) ? [view.metric] : [];
  const metrics = chosen ?? [...new Set([...current, ...proposed])].slice(0, proposedMetrics);
  const freeze = (asked: Pick<CreateReport, 'title' | 'visibility'>): Promise<Report> => {
    const frozen = {
      compare: query,
      metrics: [...metrics],
      ...(view.column ? { column: view.column } : {}),
      parts: toPartChoices(view),
    };
    const body: CreateReport = { ...asked, note, view: frozen };
    return callApi('/reports', answers.report, { method: 'POST', body });
  };
  const toggle = (metric: string): void =>
    setChosen(metrics.includes(metric) ? metrics.filter((other) => other !== metric) : [...metrics, metric]);
  return (
    <ReportForm
      proposedTitle={comparison.experiment ? `${comparison.experiment}: comparison` : 'Comparison'}
      hint="The definitions of the runs are part of the report: no secret may stand in them."
      note={
        <TextAreaField
          label="Note"
          hint="What was found, and how it was found. Empty lines part paragraphs."
          value={note}
          onChange={(event) => setNote(event.target.value)}
          maxLength={20_000}
          rows={5}
        />
      }
      freeze={freeze}
      onCreated={onCreated}
    >
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
    </ReportForm>
  );
}
