'use client';

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { keepInCookie } from './keep-in-cookie';
import { zoneCookie } from './reader-zone';

interface ReaderClock {
  /** Time zone, such as `Europe/Berlin`. */
  zone: string;
  /** The present, exact to about half a minute. */
  nowMs: number;
}

const Context = createContext<ReaderClock>({ zone: 'UTC', nowMs: 0 });
const tickMs = 20_000;

/**
 * The reader's zone and present for every time on the page. The first paint uses what the server knew, so nothing
 * moves when the browser takes over; a zone that the server did not know yet is kept for the next page.
 */
export function ReaderClockProvider({ zone, nowMs, children }: ReaderClock & { children: ReactNode }) {
  const [clock, setClock] = useState<ReaderClock>({ zone, nowMs });
  useEffect(() => {
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own !== zone) keepInCookie(zoneCookie, own);
    const tick = (): void => setClock({ zone: own, nowMs: Date.now() });
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [zone]);
  return <Context value={clock}>{children}</Context>;
}

export function useReaderClock(): ReaderClock {
  return useContext(Context);
}
