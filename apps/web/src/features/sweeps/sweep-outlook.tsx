'use client';

import type { Sweep } from '@proofload/contracts';
import { useNow } from '../reader/use-now';
import { sayTimeLeft, sayWhyWaiting } from './say-outlook';

/** Why the next run waits, and how long all of them take; counts down while a cool-down is under way. */
export function SweepOutlook({ sweep }: { sweep: Sweep }) {
  const nowMs = useNow(sweep.waiting?.reason === 'cool-down');
  const parts = [sayWhyWaiting(sweep, nowMs), sayTimeLeft(sweep)].filter((text) => text !== null);
  if (parts.length === 0) return null;
  return <span className="tabular text-muted">{parts.join('; ')}</span>;
}
