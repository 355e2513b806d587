'use client';

import type { ClusterEvents } from '@proofload/contracts';
import { formatNumber } from '@proofload/domain';
import { TriangleAlert } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-state';
import { CheckField, inputClass } from '@/components/ui/field';
import { Panel, PanelBody } from '@/components/ui/panel';
import { Skeleton } from '@/components/ui/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Time } from '@/components/ui/time';
import { useDebounced } from '../reader/use-debounced';
import type { ClusterRun } from './cluster-facts';
import { clusterState } from './cluster-state';
import { useClusterEvents } from './run-cluster-queries';

type ClusterEvent = ClusterEvents['items'][number];

const settleMs = 250;

/** What the cluster said of the objects of a run, newest first. */
export function EventList({ run }: { run: ClusterRun }) {
  const isLive = run.status !== 'finished';
  const [{ warnings, event: search }, setState] = useQueryStates(
    { warnings: clusterState.warnings, event: clusterState.event },
    { history: 'replace' },
  );
  const settled = useDebounced(search, settleMs);
  const list = useClusterEvents(run.id, isLive, { type: warnings ? 'warning' : null, search: settled });
  const pages = list.data?.pages ?? [];
  const events = pages.flatMap(({ items }) => items);
  const counts = pages[0];
  return (
    <Panel
      id="events"
      title="Events"
      description={
        counts ? sayCounts(counts, events.length) : 'What the cluster said of the objects of this run.'
      }
      actions={
        counts &&
        counts.total > 0 && (
          <>
            <input
              type="search"
              aria-label="Search events"
              placeholder="Object, reason or message"
              className={`${inputClass} max-w-56`}
              value={search}
              onChange={(event) => void setState({ event: event.target.value || null })}
            />
            <CheckField
              label={`Only warnings (${formatNumber(counts.warnings, 12)})`}
              checked={warnings}
              onChange={(event) => void setState({ warnings: event.target.checked || null })}
            />
          </>
        )
      }
    >
      {list.isError && (
        <PanelBody>
          <ErrorNote error={list.error} />
        </PanelBody>
      )}
      {list.isPending && <Skeleton className="m-4 h-24" />}
      {counts && events.length === 0 && <NoEvents counts={counts} />}
      {events.length > 0 && (
        <EventTable
          events={events}
          onObject={(object) => void setState({ event: object.slice(object.indexOf('/') + 1) })}
        />
      )}
      {list.hasNextPage && (
        <PanelBody>
          <Button size="small" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? 'Reading…' : 'Read earlier events'}
          </Button>
        </PanelBody>
      )}
    </Panel>
  );
}

function sayCounts({ total, matching, isFull }: ClusterEvents, shown: number): string {
  const say = (count: number): string => formatNumber(count, 12);
  const of = matching === total ? `${say(total)}` : `${say(matching)} found of ${say(total)}`;
  const more = isFull ? ', and there were more than are kept of a run' : '';
  return `${shown < matching ? `The newest ${say(shown)} of ` : ''}${of}${total === 1 ? ' event' : ' events'}${more}. Newest first.`;
}

function NoEvents({ counts: { total, expiredAt } }: { counts: ClusterEvents }) {
  if (total > 0)
    return (
      <EmptyState title="No such event">
        <p>None of the {formatNumber(total, 12)} events is of that kind.</p>
      </EmptyState>
    );
  if (expiredAt)
    return (
      <EmptyState title="The events have expired">
        <p>
          They expired with the log on <Time at={expiredAt} /> by the project’s rule.
        </p>
      </EmptyState>
    );
  return (
    <EmptyState title="No events yet">
      <p>Pods that are scheduled, started or killed appear here.</p>
    </EmptyState>
  );
}

function EventTable({
  events,
  onObject,
}: {
  events: readonly ClusterEvent[];
  onObject(object: string): void;
}) {
  return (
    <Table label="Events of the cluster" isTall>
      <thead>
        <tr>
          <HeadCell>Last</HeadCell>
          <HeadCell>First</HeadCell>
          <HeadCell numeric>Times</HeadCell>
          <HeadCell>Object</HeadCell>
          <HeadCell>Reason</HeadCell>
          <HeadCell>Message</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} onObject={onObject} />
        ))}
      </tbody>
    </Table>
  );
}

function EventRow({ event, onObject }: { event: ClusterEvent; onObject(object: string): void }) {
  const { at, firstAt, type, object, reason, count, message } = event;
  const [isOpen, setIsOpen] = useState(false);
  const isLong = message.length > maxMessage;
  return (
    <Row>
      <Cell className="whitespace-nowrap text-muted">
        <Time at={at} style="clock" />
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        {firstAt === at ? 'once' : <Time at={firstAt} style="clock" />}
      </Cell>
      <Cell numeric>{formatNumber(count, 12)}</Cell>
      <Cell className="whitespace-nowrap">
        <button
          type="button"
          title={`Only events of ${object}`}
          className="text-left hover:underline"
          onClick={() => onObject(object)}
        >
          {object}
        </button>
      </Cell>
      <Cell className={type === 'warning' ? 'whitespace-nowrap text-warn' : 'whitespace-nowrap'}>
        {type === 'warning' && (
          <TriangleAlert role="img" aria-label="Warning" className="mr-1 inline size-3.5 -translate-y-px" />
        )}
        {reason}
      </Cell>
      <Cell className="min-w-64 break-words">
        {isLong && !isOpen ? `${message.slice(0, maxMessage)}… ` : message}
        {isLong && (
          <button type="button" className="text-accent underline" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? ' Less' : 'More'}
          </button>
        )}
      </Cell>
    </Row>
  );
}

const maxMessage = 400;
