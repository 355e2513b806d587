import type { Sweep } from '@proofload/contracts';
import { formatRoughDurationMs, sayEstimate, sayWaiting } from '@proofload/domain';

/** Why the next run of a sweep has not started, in a few words; null when it goes on. */
export function sayWhyWaiting(sweep: Sweep, nowMs: number): string | null {
  const { waiting, coolDownMs, cluster, counts } = sweep;
  if (waiting === null) return null;
  return sayWaiting(
    {
      ...{ reason: waiting.reason, place: waiting.place, coolDownMs, cluster },
      untilMs: waiting.until === null ? null : Date.parse(waiting.until),
      active: counts.active,
    },
    nowMs,
  );
}

/** "about 12 min left, from 4 runs"; null when nobody knows, or nothing is to come. */
export function sayTimeLeft({ estimate, paused }: Sweep): string | null {
  if (estimate === null) return null;
  return paused === null ? sayEstimate(estimate) : `${sayEstimate(estimate)} once it goes on`;
}

/** When a run that waits is expected to start. */
export function sayStart(expectedStart: string, nowMs: number): string {
  const leftMs = Date.parse(expectedStart) - nowMs;
  return leftMs <= 0 ? 'next' : `in about ${formatRoughDurationMs(Math.ceil(leftMs / 1000) * 1000)}`;
}

/** A cool-down as it is written: `40s`, `1h30m`. */
export function writeDuration(durationMs: number): string {
  if (durationMs === 0) return '0s';
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
    ['ms', 1],
  ] as const;
  let rest = Math.round(durationMs);
  let text = '';
  for (const [unit, lengthMs] of units) {
    const count = Math.floor(rest / lengthMs);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * lengthMs;
  }
  return text;
}
