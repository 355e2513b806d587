'use client';

import { formatDurationMs } from '@proofload/domain';
import { useEffect, useState, useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** True once the page runs in the browser, where the reader's zone is known. */
function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** A point in time in the reader's zone; UTC until the browser has taken over, so that both agree. */
export function Time({ at, style = 'full' }: { at: string; style?: 'full' | 'short' }) {
  const isInBrowser = useIsInBrowser();
  const date = new Date(at);
  const utc = `${at.slice(0, 16).replace('T', ' ')} UTC`;
  const options: Intl.DateTimeFormatOptions =
    style === 'short'
      ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }
      : { dateStyle: 'medium', timeStyle: 'medium' };
  return (
    <time dateTime={at} title={at} className="tabular whitespace-nowrap">
      {isInBrowser ? new Intl.DateTimeFormat(undefined, options).format(date) : utc}
    </time>
  );
}

/** Time that has passed since a point in time, and goes on passing. */
export function Elapsed({ since, until }: { since: string; until: string | null }) {
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    if (until !== null) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  const endMs = until === null ? nowMs : Date.parse(until);
  if (endMs === null) return <span className="text-muted">…</span>;
  return (
    <span className="tabular whitespace-nowrap">
      {formatDurationMs(Math.max(0, endMs - Date.parse(since)))}
    </span>
  );
}
