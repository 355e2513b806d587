import type { Phase } from '@proofload/domain';

export const loadPhaseName = 'load';

type Spans = Readonly<Record<string, { fromMs: number; toMs: number }>>;

/**
 * The phases with a closed `load`. A phase that nobody marked or ended takes its edges from the data: from the load
 * generator's when there are any, since scrapes go on for longer than the load.
 * @param spans first and last observation by origin
 */
export function settleLoadPhase(
  phases: readonly Phase[],
  spans: Spans,
  fallback: { startedAtMs: number | null; finishedAtMs: number | null },
): Phase[] {
  const load = phases.find(({ name }) => name === loadPhaseName);
  const others = phases.filter(({ name }) => name !== loadPhaseName);
  if (load && load.endMs !== null) return [...phases];
  const own = Object.entries(spans).filter(([origin]) => origin.startsWith('k6:'));
  const used = (own.length > 0 ? own : Object.entries(spans)).map(([, span]) => span);
  const seen =
    used.length > 0
      ? {
          fromMs: Math.min(...used.map(({ fromMs }) => fromMs)),
          toMs: Math.max(...used.map(({ toMs }) => toMs)),
        }
      : null;
  const startMs = load?.startMs ?? seen?.fromMs ?? fallback.startedAtMs;
  const endMs = seen?.toMs ?? fallback.finishedAtMs;
  if (startMs === null || endMs === null || startMs === undefined) return others;
  return [...others, { name: loadPhaseName, startMs, endMs: Math.max(startMs, endMs) }].sort(
    (a, b) => a.startMs - b.startMs,
  );
}
