'use client';

import { useEffect, useState } from 'react';
import { useReaderClock } from './reader-clock';

/** The present, every second while it is wanted. The first paint has the time that the server knew. */
export function useNow(isWanted: boolean): number {
  const clock = useReaderClock();
  const [nowMs, setNowMs] = useState(clock.nowMs);
  useEffect(() => {
    if (!isWanted) return;
    const tick = (): void => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isWanted]);
  return nowMs;
}
