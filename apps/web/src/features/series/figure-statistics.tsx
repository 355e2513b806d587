'use client';

import type { MetricList, Run, SeriesStatistics } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-state';
import { SelectField } from '@/components/ui/field';
import { Quantity } from '@/components/ui/quantity';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { LabelChips } from './label-chips';
import { statisticsQuery } from './series-queries';
import { aggregatesOf, askStatistics, nameAggregate, orderGroups, phaseNames } from './statistics-view';

type Metric = MetricList['metrics'][number];

export interface FigureStatisticsProps {
  run: Run;
  metric: Metric;
  /** What times of the figure count from. */
  originMs: number;
  zoom: Zoom | null;
}

/** Groups that are shown; the interface has them all. */
const maxGroups = 50;
const everySeries = '*';

/** Aggregates of what a figure shows, or of a phase. */
export function FigureStatistics({ run, metric, originMs, zoom }: FigureStatisticsProps) {
  const [phase, setPhase] = useState<string | null>(null);
  const [by, setBy] = useState<string | null>(null);
  const asked = askStatistics(metric, { phase, by }, zoom, originMs);
  const { data, error, isPlaceholderData } = useQuery(
    statisticsQuery(run.id, asked, run.status !== 'finished'),
  );
  return (
    <div className="space-y-2 rounded-md border border-line p-3">
      <div className="no-print flex flex-wrap gap-x-4 gap-y-2">
        <div className="w-44">
          <SelectField
            label="Over"
            value={phase ?? ''}
            onChange={(event) => setPhase(event.target.value || null)}
          >
            <option value="">{zoom ? 'what is seen' : 'the whole run'}</option>
            {phaseNames(run).map((name) => (
              <option key={name} value={name}>
                phase {name}
              </option>
            ))}
          </SelectField>
        </div>
        {metric.labelNames.length > 0 && (
          <div className="w-44">
            <SelectField label="By" value={by ?? ''} onChange={(event) => setBy(event.target.value || null)}>
              <option value="">all series together</option>
              {metric.labelNames.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
              {metric.labelNames.length > 1 && <option value={everySeries}>every series</option>}
            </SelectField>
          </div>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data?.groups.length === 0 && <p className="text-muted">This metric has no sample.</p>}
      {data && data.groups.length > 0 && (
        <div className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <StatisticsTable metric={metric} groups={data.groups} isGrouped={by !== null} />
          <p className="pt-2 text-xs text-muted">
            {sayStretch(data, originMs)}
            {metric.kind === 'distribution' && ' Percentiles are from merged sketches, error at most 0.5 %.'}
            {data.groups.length > maxGroups && ` The first ${maxGroups} of ${data.groups.length} are shown.`}
          </p>
        </div>
      )}
    </div>
  );
}

function sayStretch({ from, to }: SeriesStatistics, originMs: number): string {
  const after = (at: string): string => formatDurationMs(Math.max(0, Date.parse(at) - originMs));
  return `From ${after(from)} to ${after(to)} after the start.`;
}

interface StatisticsTableProps {
  metric: Metric;
  groups: SeriesStatistics['groups'];
  isGrouped: boolean;
}

function StatisticsTable({ metric, groups, isGrouped }: StatisticsTableProps) {
  const aggregates = aggregatesOf[metric.kind];
  const shown = orderGroups(groups, metric.kind).slice(0, maxGroups);
  return (
    <Table label={`Statistics of ${metric.metric}`}>
      <thead>
        <tr>
          {isGrouped && <HeadCell>Group</HeadCell>}
          {aggregates.map((aggregate) => (
            <HeadCell key={aggregate} numeric>
              {nameAggregate(aggregate, metric.kind)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ labels, kind, figures }) => (
          <Row key={`${kind}${JSON.stringify(labels)}`}>
            {isGrouped && (
              <Cell className="min-w-44">
                <LabelChips labels={labels} />
              </Cell>
            )}
            {aggregates.map((aggregate) => {
              const figure = figures[aggregate];
              return (
                <Cell key={aggregate} numeric title={figure?.note ?? undefined}>
                  <Quantity value={figure?.value ?? null} unit={figure?.unit ?? null} />
                </Cell>
              );
            })}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
