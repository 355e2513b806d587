import type { ClusterEvents } from '@proofload/contracts';
import { formatDurationMs } from '@proofload/domain';
import { alignColumns } from './result-table.ts';

type ClusterEvent = ClusterEvents['items'][number];

/** What the cluster of a run reported: warnings or all of it, the newest last. @param sinceMs when the run started */
export function renderEvents(
  events: ClusterEvents,
  { all, sinceMs }: { all: boolean; sinceMs: number },
): string[] {
  const { total, expiredAt } = events;
  if (expiredAt !== null) return [`Cluster: its events expired at ${expiredAt}`];
  if (total === 0) return ['Cluster: no events'];
  const items = events.items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const rows = items.map((event) => [
    `after ${formatDurationMs(Math.max(0, Date.parse(event.at) - sinceMs))}`,
    ...(all ? [event.type] : []),
    ...[event.object, event.reason, event.count === 1 ? '' : `${event.count} times`, event.message],
  ]);
  return [`Cluster: ${sayCounts(events, all)}`, ...alignColumns(rows).map((line) => `  ${line}`)];
}

function sayCounts({ total, warnings, items, isFull }: ClusterEvents, all: boolean): string {
  const kept = `${total} ${total === 1 ? 'event' : 'events'}${isFull ? ', and more that were not kept' : ''}`;
  if (all) return kept;
  const left = warnings > items.length ? `; the newest ${items.length} of them:` : '';
  return `${warnings} ${warnings === 1 ? 'warning' : 'warnings'} of ${kept}${left}`;
}

/** A warning in a line, for whoever asks why a run failed. */
export const sayWarning = ({ object, reason, count, message }: ClusterEvent): string =>
  `${object}: ${reason}${count === 1 ? '' : `, ${count} times`}: ${message}`;
