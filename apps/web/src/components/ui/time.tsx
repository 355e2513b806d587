'use client';

import { formatDurationMs } from '@proofload/domain';
import { formatInstant, type InstantStyle } from '@/features/reader/format-instant';
import { useReaderClock } from '@/features/reader/reader-clock';
import { useNow } from '@/features/reader/use-now';

/** A point in time in the reader's zone; the full time and the zone on hover. */
export function Time({ at, style = 'full' }: { at: string; style?: InstantStyle }) {
  const clock = useReaderClock();
  const atMs = Date.parse(at);
  return (
    <time
      dateTime={at}
      title={`${formatInstant(atMs, 'full', clock)} ${clock.zone}`}
      className="tabular whitespace-nowrap"
    >
      {formatInstant(atMs, style, clock)}
    </time>
  );
}

/** Time that has passed since a point in time, and goes on passing while there is no end. */
export function Elapsed({ since, until }: { since: string; until: string | null }) {
  const nowMs = useNow(until === null);
  const endMs = until === null ? nowMs : Date.parse(until);
  return (
    <span className="tabular whitespace-nowrap">
      {formatDurationMs(Math.max(0, endMs - Date.parse(since)))}
    </span>
  );
}
