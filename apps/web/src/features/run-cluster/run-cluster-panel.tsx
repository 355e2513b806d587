'use client';

import type { RunPods } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { Zoom } from '@/components/chart/chart-zoom';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { useNow } from '../reader/use-now';
import { seriesState } from '../series/series-state';
import { ClusterFacts, type ClusterRun } from './cluster-facts';
import { clusterState } from './cluster-state';
import { ClusterTimeline } from './cluster-timeline';
import { buildClusterTimeline, maxPodBars, type WarningMark } from './cluster-timeline-model';
import { EventList } from './event-list';
import { PodTrouble } from './pod-trouble';
import { useRunPods, useWarningMarks } from './run-cluster-queries';
import { PodList, PodStates, sayTotals } from './run-pods';

/** A run as its cluster sees it: why it does not go on, the lives of its pods, their logs, and what the cluster said. */
export function RunClusterPanel({ run }: { run: ClusterRun }) {
  const isLive = run.status !== 'finished';
  const pods = useRunPods(run.id, isLive, { order: 'created', limit: maxPodBars });
  const warnings = useWarningMarks(run.id, isLive);
  const [{ zoom }, setState] = useQueryStates(
    {
      zoom: seriesState.zoom,
      pods: clusterState.pods,
      warnings: clusterState.warnings,
      event: clusterState.event,
    },
    { history: 'push' },
  );
  const onZoom = (next: Zoom | null): void => void setState({ zoom: next });
  return (
    <>
      <Panel
        id="cluster"
        title="Cluster"
        description={pods.data ? sayPods(pods.data) : 'What Kubernetes does for this run.'}
        actions={
          zoom && (
            <>
              <span className="tabular text-muted">
                {formatDurationMs(zoom.fromMs)} to {formatDurationMs(zoom.toMs)}
              </span>
              <Button size="small" onClick={() => onZoom(null)}>
                Whole run
              </Button>
            </>
          )
        }
      >
        {isLive && pods.data && (
          <PodTrouble
            found={pods.data}
            warnings={warnings.data?.items ?? []}
            onPod={(name) => void setState({ pods: name })}
          />
        )}
        <PanelBody>
          <ClusterFacts run={run} />
        </PanelBody>
        {pods.isError && (
          <PanelBody>
            <ErrorNote error={pods.error} />
          </PanelBody>
        )}
        {pods.isPending && <Skeleton className="m-4 h-40" />}
        {pods.data && (
          <Lives
            run={run}
            found={pods.data}
            warnings={warnings.data?.items ?? []}
            zoom={zoom}
            onZoom={onZoom}
            onWarning={({ object }) => {
              const event = object === null ? null : object.slice(object.indexOf('/') + 1);
              void setState({ warnings: true, event });
              document.getElementById('events')?.scrollIntoView({ block: 'start' });
            }}
          />
        )}
      </Panel>
      <EventList run={run} />
    </>
  );
}

const sayPods = (found: RunPods): string =>
  found.totals.total === 0 ? 'No pod has been made.' : `${sayTotals(found)}.`;

interface LivesProps {
  run: ClusterRun;
  found: RunPods;
  warnings: Parameters<typeof buildClusterTimeline>[2];
  zoom: Zoom | null;
  onZoom(zoom: Zoom | null): void;
  onWarning(mark: WarningMark): void;
}

function Lives({ run, found, warnings, zoom, onZoom, onWarning }: LivesProps) {
  const nowMs = useNow(run.status !== 'finished');
  const timeline = useMemo(
    () => buildClusterTimeline(run, found, warnings, nowMs),
    [run, found, warnings, nowMs],
  );
  const { total } = found.totals;
  return (
    <>
      {timeline && (
        <PanelBody className="space-y-4 border-t border-line">
          <PodStates run={run} found={found} nowMs={nowMs} zoom={zoom} onZoom={onZoom} />
          <ClusterTimeline timeline={timeline} zoom={zoom} onZoom={onZoom} onWarning={onWarning} />
        </PanelBody>
      )}
      {total > 0 ? <PodList run={run} total={total} /> : <NoPods run={run} />}
    </>
  );
}

function NoPods({ run }: { run: ClusterRun }) {
  if (run.logsExpiredAt)
    return (
      <EmptyState title="The pods’ lives have expired">
        <p>
          They expired with the log on <Time at={run.logsExpiredAt} /> by the project’s rule.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title={run.status === 'finished' ? 'No pod was seen' : 'No pod yet'}>
      <p>
        {run.status === 'finished'
          ? 'The cluster made none for this run, or none was seen by whoever carried it out. The events say why.'
          : 'Pods appear here as soon as the cluster makes them; until then the events say what it waits for.'}
      </p>
    </EmptyState>
  );
}
