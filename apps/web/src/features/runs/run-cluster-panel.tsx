'use client';

import { type ClusterEvents, clusterEventsSchema, type Run } from '@proofload/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { Facts } from '@/components/ui/facts';
import { CheckField } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { callApi } from '../api/call-api';

type ClusterEvent = ClusterEvents['items'][number];

const pageSize = 200;
const pollMs = 3_000;

/** Where the objects of a run are, what has become of them, and what the cluster said of them. */
export function RunClusterPanel({ run }: { run: Run & { cluster: NonNullable<Run['cluster']> } }) {
  const isLive = run.status !== 'finished';
  const [onlyWarnings, setOnlyWarnings] = useQueryState('warnings', parseAsBoolean.withDefault(false));
  const list = useClusterEvents(run.id, isLive);
  const events = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = onlyWarnings ? events.filter(({ type }) => type === 'warning') : events;
  return (
    <Panel
      title="Cluster"
      description="What Kubernetes reported of the objects of this run."
      actions={
        events.length > 0 && (
          <CheckField
            label="Only warnings"
            checked={onlyWarnings}
            onChange={(event) => void setOnlyWarnings(event.target.checked || null)}
          />
        )
      }
    >
      <PanelBody>
        <Facts
          facts={[
            { name: 'Cluster', value: run.cluster.name },
            { name: 'Namespace', value: run.cluster.namespace },
            { name: 'Objects', value: <Objects run={run} /> },
          ]}
        />
      </PanelBody>
      {list.isError && (
        <PanelBody>
          <ErrorNote error={list.error} />
        </PanelBody>
      )}
      {list.isPending && <Skeleton className="m-4 h-24" />}
      {list.isSuccess && shown.length === 0 && (
        <EmptyState title={events.length > 0 ? 'No warnings' : 'No events yet'}>
          <p>
            {events.length > 0
              ? 'The cluster reported nothing out of the ordinary.'
              : 'Pods that are scheduled, started or killed appear here.'}
          </p>
        </EmptyState>
      )}
      {shown.length > 0 && <EventTable events={shown} />}
      {list.hasNextPage && (
        <PanelBody>
          <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Reading…' : 'Read later events'}
          </Button>
        </PanelBody>
      )}
    </Panel>
  );
}

function useClusterEvents(runId: string, isLive: boolean) {
  return useInfiniteQuery({
    // The last events come when the run ends, so its end reads once more.
    queryKey: ['cluster-events', runId, { isLive }],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      return callApi(`/runs/${runId}/cluster-events?limit=${pageSize}${cursor}`, clusterEventsSchema, {
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: isLive ? pollMs : false,
    placeholderData: (previous) => previous,
  });
}

function Objects({ run }: { run: Run }) {
  if (run.objects === 'gone') return <>Removed</>;
  if (run.objects === 'present') return <>{run.status === 'finished' ? 'Being removed' : 'On the cluster'}</>;
  return (
    <>
      Left on the cluster. Remove them with{' '}
      <code className="break-all">
        kubectl delete jobs,pods,configmaps -n {run.cluster?.namespace} -l proofload.dev/run={run.id}
      </code>
    </>
  );
}

function EventTable({ events }: { events: readonly ClusterEvent[] }) {
  return (
    <Table label="Events of the cluster" isTall>
      <thead>
        <tr>
          <HeadCell>Time</HeadCell>
          <HeadCell>Object</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell numeric>Times</HeadCell>
          <HeadCell>Message</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, at, type, object, reason, count, message }) => (
          <Row key={id}>
            <Cell className="whitespace-nowrap text-muted">
              <Time at={at} style="clock" />
            </Cell>
            <Cell className="whitespace-nowrap">{object}</Cell>
            <Cell className={type === 'warning' ? 'whitespace-nowrap text-warn' : 'whitespace-nowrap'}>
              {type === 'warning' && (
                <TriangleAlert
                  role="img"
                  aria-label="Warning"
                  className="mr-1 inline size-3.5 -translate-y-px"
                />
              )}
              {reason}
            </Cell>
            <Cell numeric>{count}</Cell>
            <Cell className="min-w-64 break-words">{message}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
