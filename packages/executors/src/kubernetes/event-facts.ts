import { z } from 'zod';
import type { ClusterEvent } from '../cluster-note.ts';
import { isOomKilled, type PodFacts, toMs } from './pod-facts.ts';

const eventSchema = z.object({
  metadata: z.object({
    uid: z.string().default(''),
    name: z.string(),
    creationTimestamp: z.string().nullish(),
  }),
  involvedObject: z.object({
    kind: z.string().default(''),
    name: z.string().default(''),
    uid: z.string().default(''),
  }),
  reason: z.string().default(''),
  message: z.string().default(''),
  type: z.string().default('Normal'),
  count: z.number().nullish(),
  series: z.object({ count: z.number().default(1), lastObservedTime: z.string().nullish() }).nullish(),
  firstTimestamp: z.string().nullish(),
  lastTimestamp: z.string().nullish(),
  eventTime: z.string().nullish(),
});

export interface ObjectEvent {
  event: ClusterEvent;
  /** What it happened to. */
  involved: { kind: string; name: string; uid: string };
}

/** Reads an event of `v1`; null when the object is none. */
export function readEvent(object: unknown, nowMs: number): ObjectEvent | null {
  const parsed = eventSchema.safeParse(object);
  if (!parsed.success) return null;
  const { metadata, involvedObject: involved, reason, message, type, count, series, ...times } = parsed.data;
  const at =
    toMs(times.lastTimestamp) ??
    toMs(series?.lastObservedTime) ??
    toMs(times.eventTime) ??
    toMs(times.firstTimestamp) ??
    toMs(metadata.creationTimestamp) ??
    nowMs;
  return {
    involved,
    event: {
      id: metadata.uid || metadata.name,
      atMs: at,
      firstMs: Math.min(at, toMs(times.firstTimestamp) ?? toMs(times.eventTime) ?? at),
      type: type === 'Warning' ? 'warning' : 'normal',
      reason,
      object: `${involved.kind}/${involved.name}`,
      message,
      count: count ?? series?.count ?? 1,
    },
  };
}

/** Kubernetes makes no event of a container that ran out of memory: it stands in the status of the pod alone. */
export function oomEventsOf(pod: PodFacts, nowMs: number): ClusterEvent[] {
  return pod.ends.filter(isOomKilled).map(({ container, exitCode, finishedMs }) => ({
    id: `${pod.uid}/${container}/${finishedMs ?? 'end'}`,
    atMs: finishedMs ?? nowMs,
    firstMs: finishedMs ?? nowMs,
    type: 'warning',
    reason: 'OOMKilled',
    object: `Pod/${pod.name}`,
    message: `The container ${container} used more memory than it may and was killed (exit code ${exitCode})`,
    count: 1,
  }));
}
