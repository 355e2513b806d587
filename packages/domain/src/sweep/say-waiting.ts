import { formatDurationMs } from '../units/format.ts';
import type { Turn } from './queue.ts';

/** What is known of a sweep whose runs wait. */
export interface WaitingFacts {
  reason: Turn['kind'];
  /** When a cool-down is over, in unix milliseconds. */
  untilMs: number | null;
  coolDownMs: number;
  cluster: string | null;
  /** Among the sweeps that wait, from 1. */
  place: number | null;
  /** Runs of it that are at work. */
  active: number;
}

/** Why the next run has not started, in a few words; null when there is nothing to say. */
export function sayWaiting(facts: WaitingFacts, nowMs: number): string | null {
  const { reason, cluster, coolDownMs, place } = facts;
  switch (reason) {
    case 'paused':
      return 'paused';
    case 'cool-down': {
      // Whole seconds, as a countdown has them.
      const leftMs = Math.ceil(Math.max(0, (facts.untilMs ?? nowMs) - nowMs) / 1000) * 1000;
      return leftMs === 0 ? 'next run now' : `cools down, next run in ${formatDurationMs(leftMs)}`;
    }
    case 'own-run':
      return `next run ${formatDurationMs(coolDownMs)} after this one`;
    case 'cluster-full':
      return facts.active > 0 ? null : `waits for its turn on ${cluster}`;
    case 'behind':
      return `waits for a sweep before it on ${cluster}`;
    case 'due':
      if (facts.active > 0) return null;
      return place === null || place === 1 ? 'waits for a worker' : `number ${place} in the queue`;
  }
}
