'use client';

import type { LimitSource } from '@proofload/charts';
import type { Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { memo, useMemo } from 'react';
import { ChartSkeleton } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { LabelChips } from './label-chips';
import { RunFigure } from './run-figure';
import { chosenSeriesQuery } from './series-queries';
import type { CatalogEntry } from './series-results';

export interface ChosenSeriesProps {
  run: Run;
  /** At least one. */
  ids: readonly number[];
  limitSource: LimitSource | null;
  isLog: boolean;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
  onChange(ids: readonly number[]): void;
  onFind(text: string): void;
}

/** Single series that the reader has chosen, one figure a metric. */
export const ChosenSeries = memo(function ChosenSeries(props: ChosenSeriesProps) {
  const { run, ids, limitSource, isLog, zoom, onZoom, onChange, onFind } = props;
  const { data, error, isPlaceholderData } = useQuery(chosenSeriesQuery(run.id, ids));
  const groups = useMemo(() => groupByMetric(data?.items ?? [], ids), [data, ids]);
  const gone = data && !isPlaceholderData ? ids.length - data.items.length : 0;
  return (
    <Panel
      id="chosen-series"
      title="Chosen series"
      description={`${ids.length} series; the address of this page has them.`}
      actions={
        <>
          <Button variant="quiet" size="small" onClick={() => onChange([])}>
            Clear
          </Button>
          <Button size="small" onClick={() => onFind('')}>
            Change
          </Button>
        </>
      }
    >
      <PanelBody>
        {error && <ErrorNote error={error} />}
        {!data && !error && <ChartSkeleton title="Chosen series" />}
        {gone > 0 && (
          <p className="pb-4 text-muted">
            {gone === 1 ? 'One of them is' : `${gone} of them are`} no longer in this run: another upload may
            have taken their place.
          </p>
        )}
        <div className="grid gap-x-8 gap-y-8 xl:grid-cols-2">
          {groups.map(({ first, entries }) => (
            <div key={`${first.metric}${first.kind}`} className="min-w-0 space-y-2">
              <RunFigure
                run={run}
                metric={{ metric: first.metric, kind: first.kind, source: first.source }}
                seriesIds={entries.map(({ id }) => id)}
                limitSource={limitSource}
                isLog={isLog}
                zoom={zoom}
                onZoom={onZoom}
              />
              <Members entries={entries} onRemove={(id) => onChange(ids.filter((other) => other !== id))} />
            </div>
          ))}
        </div>
      </PanelBody>
    </Panel>
  );
});

interface MembersProps {
  entries: readonly CatalogEntry[];
  onRemove(id: number): void;
}

function Members({ entries, onRemove }: MembersProps) {
  return (
    <ul className="space-y-1">
      {entries.map(({ id, metric, labels }) => (
        <li key={id} className="flex items-start gap-1">
          <button
            type="button"
            className="rounded p-1 text-muted hover:bg-raised hover:text-ink"
            aria-label={`Remove ${nameSeries(metric, labels)}`}
            onClick={() => onRemove(id)}
          >
            <X aria-hidden className="size-4" />
          </button>
          <span className="min-w-0 pt-0.5">
            <LabelChips labels={labels} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** `depth{shard="1"}`. */
function nameSeries(metric: string, labels: CatalogEntry['labels']): string {
  const inner = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return inner.length === 0 ? metric : `${metric}{${inner.join(',')}}`;
}

interface MetricGroup {
  first: CatalogEntry;
  entries: CatalogEntry[];
}

/** What is drawn together, in the order of choosing. Entries that were removed meanwhile are left out. */
function groupByMetric(items: readonly CatalogEntry[], ids: readonly number[]): MetricGroup[] {
  const chosen = ids.flatMap((id) => items.find((entry) => entry.id === id) ?? []);
  const groups = Map.groupBy(chosen, ({ metric, kind }) => `${metric}\0${kind}`);
  return [...groups.values()].flatMap((entries) => (entries[0] ? [{ first: entries[0], entries }] : []));
}
