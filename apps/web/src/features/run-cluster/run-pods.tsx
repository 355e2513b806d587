'use client';

import { buildPodStates } from '@proofload/charts';
import type { RunPods as Found } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { Chart } from '@/components/chart/chart';
import type { Zoom } from '@/components/chart/chart-zoom';
import { EmptyState } from '@/components/ui/empty-state';
import { inputClass } from '@/components/ui/field';
import { PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { findStartMs } from '../runs/timeline-model';
import type { ClusterRun } from './cluster-facts';
import { clusterState, phaseNames, podOrders } from './cluster-state';
import { maxPodBars } from './cluster-timeline-model';
import { PodLog } from './pod-log';
import { PodTable } from './pod-table';
import { useRunPods } from './run-cluster-queries';

/** Pods beyond this are found by searching. */
const maxListed = 100;

/** How many pods there are in which state, over time when they are many. */
export function PodStates({
  run,
  found,
  nowMs,
  zoom,
  onZoom,
}: {
  run: ClusterRun;
  found: Found;
  nowMs: number;
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
}) {
  const startMs = findStartMs(run);
  // Figures need not be drawn anew every second.
  const endMs = run.finishedAt === null ? Math.ceil(nowMs / 3_000) * 3_000 : Date.parse(run.finishedAt);
  const { states } = found;
  const { phases, annotations } = run;
  const model = useMemo(
    () => (startMs === null ? null : buildPodStates({ states, startMs, endMs, phases, annotations })),
    [states, startMs, endMs, phases, annotations],
  );
  if (model === null || found.totals.total <= maxPodBars) return null;
  return (
    <Chart
      id="pod-states"
      model={model}
      group={`run-${run.id}`}
      source={`${run.name}, run ${run.id}, kubernetes`}
      zoom={zoom}
      onZoom={onZoom}
      empty="No pod has been made yet"
    />
  );
}

/** `8 pods on 3 nodes: 5 running, 3 pending; 2 restarts, 1 kill for lack of memory`. */
export function sayTotals({ totals, isFull }: Found): string {
  const say = (count: number): string => formatNumber(count, 12);
  const states = (Object.keys(phaseNames) as (keyof typeof phaseNames)[]).flatMap((phase) =>
    totals.phases[phase] > 0 ? [`${say(totals.phases[phase])} ${phase}`] : [],
  );
  const more = [
    ...(totals.restarts > 0 ? [count(totals.restarts, 'restart', 'restarts')] : []),
    ...(totals.oomKills > 0
      ? [count(totals.oomKills, 'kill for lack of memory', 'kills for lack of memory')]
      : []),
  ];
  const nodes = totals.nodes > 0 ? ` on ${count(totals.nodes, 'node', 'nodes')}` : '';
  const of = `${isFull ? 'The first ' : ''}${count(totals.total, 'pod', 'pods')}${nodes}`;
  return `${of}${states.length > 0 ? `: ${states.join(', ')}` : ''}${more.length > 0 ? `; ${more.join(', ')}` : ''}`;
}

const count = (n: number, one: string, many: string): string =>
  `${formatNumber(n, 12)} ${n === 1 ? one : many}`;

/** The pods in a table that can be searched, and the log of one of them. */
export function PodList({ run, total }: { run: ClusterRun; total: number }) {
  const [{ pods: search, phase, order, pod: open }, setState] = useQueryStates(
    {
      pods: clusterState.pods,
      phase: clusterState.phase,
      order: clusterState.order,
      pod: clusterState.pod,
    },
    { history: 'replace' },
  );
  const list = useRunPods(run.id, run.status !== 'finished', {
    ...(phase ? { phase } : {}),
    ...(search === '' ? {} : { search }),
    order,
    limit: maxListed,
  });
  // The log of a pod stays open when it is not in the list any more.
  const one = useRunPods(run.id, run.status !== 'finished', {
    search: open ?? '-',
    order: 'created',
    limit: 10,
  });
  const items = list.data?.items ?? [];
  const opened =
    open === null ? undefined : [...items, ...(one.data?.items ?? [])].find(({ name }) => name === open);
  return (
    <>
      {total > 5 && (
        <PanelBody className="flex flex-wrap items-center gap-2 border-t border-line py-2.5">
          <input
            type="search"
            aria-label="Search pods"
            placeholder="Pod, Job or node"
            className={`${inputClass} max-w-56`}
            value={search}
            onChange={(event) => void setState({ pods: event.target.value || null })}
          />
          <select
            aria-label="State of pods"
            className={`${inputClass} h-9 max-w-40`}
            value={phase ?? ''}
            onChange={(event) => void setState({ phase: (event.target.value || null) as typeof phase })}
          >
            <option value="">All states</option>
            {Object.entries(phaseNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="Order of pods"
            className={`${inputClass} h-9 max-w-48`}
            value={order}
            onChange={(event) => void setState({ order: event.target.value as typeof order })}
          >
            {Object.entries(podOrders).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          {list.data && list.data.matching > items.length && (
            <p className="text-muted">
              The first {items.length} of {formatNumber(list.data.matching, 12)}; search to see others
            </p>
          )}
        </PanelBody>
      )}
      {list.isPending && <Skeleton className="m-4 h-24" />}
      {items.length > 0 && (
        <PodTable
          pods={items}
          endedAt={run.finishedAt}
          open={open}
          onOpen={(name) => void setState({ pod: name === open ? null : name })}
        />
      )}
      {list.data && items.length === 0 && (
        <EmptyState title="No such pod">
          <p>None of the {formatNumber(total, 12)} pods is in that state and has that in its name.</p>
        </EmptyState>
      )}
      {opened && (
        <PodLog key={opened.name} run={run} pod={opened} onClose={() => void setState({ pod: null })} />
      )}
    </>
  );
}
