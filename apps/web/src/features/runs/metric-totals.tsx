'use client';

import type { MetricList } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { inputClass } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Quantity } from '@/components/ui/quantity';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { findMetrics } from '../series/choose-metrics';
import { metricListQuery } from '../series/series-queries';

type Metric = MetricList['metrics'][number];

const meanings: Record<Metric['kind'], string> = {
  delta: 'counter',
  cumulative: 'counter (Prometheus)',
  gauge: 'gauge',
  ratio: 'rate of non-zero',
  distribution: 'trend',
};

/** Metrics from which on a list is searched rather than read. */
const searchFrom = 20;

/** Everything that was recorded, metric by metric, over the whole run. */
export function MetricTotals({ runId, isLive }: { runId: string; isLive: boolean }) {
  const list = useQuery(metricListQuery(runId, isLive));
  const [search, setSearch] = useState('');
  const metrics = useMemo(() => list.data?.metrics ?? [], [list.data]);
  const { shown, found } = useMemo(() => findMetrics(metrics, search), [metrics, search]);
  return (
    <Panel
      title="Metrics"
      description="Figures over the whole run. Percentiles are within 0.5 % of the exact ones. Of scraped metrics, the samples are counted; what is reported has no samples, only the figures of its source."
      actions={
        metrics.length > searchFrom && (
          <input
            type="search"
            aria-label="Search the metrics of the table"
            placeholder="Search metrics"
            className={classNames(inputClass, 'h-8 w-56')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )
      }
    >
      {list.isPending && <Skeleton className="m-4 h-48" />}
      {list.isError && (
        <div className="p-4">
          <ErrorNote error={list.error} />
        </div>
      )}
      {list.data && metrics.length === 0 && (
        <EmptyState title="No data yet">
          <p>Samples appear here as the load generator and the sources send them.</p>
        </EmptyState>
      )}
      {shown.length > 0 && <MetricTable metrics={shown} />}
      {metrics.length > 0 && found === 0 && (
        <p className="px-4 py-6 text-muted">No metric has this in its name.</p>
      )}
      {found > shown.length && (
        <p role="status" className="tabular border-t border-line px-4 py-2 text-muted">
          {shown.length} of {found} metrics are listed. Search to see others.
        </p>
      )}
    </Panel>
  );
}

function MetricTable({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <Table label="Metrics">
      <thead>
        <tr>
          <HeadCell>Metric</HeadCell>
          <HeadCell>Source</HeadCell>
          <HeadCell numeric>Series</HeadCell>
          <HeadCell numeric>Count</HeadCell>
          <HeadCell numeric>Average or share</HeadCell>
          <HeadCell numeric>Least</HeadCell>
          <HeadCell numeric>Median</HeadCell>
          <HeadCell numeric>p90</HeadCell>
          <HeadCell numeric>p95</HeadCell>
          <HeadCell numeric>p99</HeadCell>
          <HeadCell numeric>Greatest</HeadCell>
        </tr>
      </thead>
      <tbody>
        {metrics.map((metric) => (
          <MetricRow key={`${metric.source}${metric.metric}${metric.kind}`} metric={metric} />
        ))}
      </tbody>
    </Table>
  );
}

function MetricRow({
  metric: { metric, kind, unit, source, series, isReported, totals },
}: {
  metric: Metric;
}) {
  const isTrend = kind === 'distribution';
  const quantity = (value: number | null) =>
    value === null ? <span className="text-muted">–</span> : <Quantity value={value} unit={unit} />;
  return (
    <Row>
      <Cell className="font-mono text-xs whitespace-nowrap">{metric}</Cell>
      <Cell className="whitespace-nowrap text-muted">
        {source}, {meanings[kind]}
        {isReported && ', reported'}
      </Cell>
      <Cell numeric>{series}</Cell>
      <Cell numeric>
        <data
          value={kind === 'delta' ? totals.sum : totals.count}
          title={String(kind === 'delta' ? totals.sum : totals.count)}
        >
          {kind === 'delta' ? (
            <Quantity value={totals.sum} unit={unit} />
          ) : isReported && kind !== 'ratio' && totals.count <= series ? (
            // How many observations a figure stands for was not told.
            <span className="text-muted">–</span>
          ) : (
            formatNumber(totals.count, 9)
          )}
        </data>
      </Cell>
      <Cell numeric>
        {kind === 'ratio' ? (
          <Quantity value={totals.avg} unit="ratio" />
        ) : kind === 'delta' || kind === 'cumulative' ? (
          quantity(null)
        ) : (
          quantity(totals.avg)
        )}
      </Cell>
      <Cell numeric>{quantity(isTrend || kind === 'gauge' ? totals.min : null)}</Cell>
      <Cell numeric>{quantity(totals.p50)}</Cell>
      <Cell numeric>{quantity(totals.p90)}</Cell>
      <Cell numeric>{quantity(totals.p95)}</Cell>
      <Cell numeric>{quantity(totals.p99)}</Cell>
      <Cell numeric>{quantity(isTrend || kind === 'gauge' ? totals.max : null)}</Cell>
    </Row>
  );
}
