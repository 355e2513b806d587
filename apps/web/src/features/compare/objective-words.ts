import type { BreachComparison, ObjectiveCourse } from '@proofload/contracts';
import { formatDurationMs, formatNumber, formatQuantity } from '@proofload/domain';

export type Verdict = 'met' | 'failed' | 'unknown' | 'absent';

/** The words beside the marks: no colour says a verdict alone. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  met: 'met',
  failed: 'failed',
  unknown: 'not assessable',
  absent: 'not asked',
};

export const toVerdict = (met: boolean | null): Verdict =>
  met === null ? 'unknown' : met ? 'met' : 'failed';

export const sayShare = (share: number): string => `${formatNumber(share * 100)}\u00a0%`;

/** From which load on: in its unit, and as a multiple of the baseline's mean. */
export function sayLoad(
  first: NonNullable<NonNullable<ObjectiveCourse['statistics']>['first']>,
  load: BreachComparison['load'],
): string {
  if (first.load === null || load === null) return 'the load then is not known';
  const multiple =
    first.loadMultiple === null ? '' : `, ${formatNumber(first.loadMultiple)}x the mean of the baseline`;
  return `${load.metric} at ${formatQuantity(first.load, load.unit)}${multiple}`;
}

/** How an objective held over the time of a run, in a sentence; why nothing can be said of it. */
export function sayCourse(course: ObjectiveCourse | undefined, load: BreachComparison['load']): string {
  if (course === undefined) return 'Its samples were not looked at';
  const { statistics, note } = course;
  if (statistics === null) return `No course over time: ${note ?? 'nothing was sampled'}`;
  const { breachedShare, longest, first, budget, gapMs } = statistics;
  const gap = gapMs > 0 ? `; ${formatDurationMs(gapMs)} without data` : '';
  if (first === null || longest === null) return `Never in breach${gap}`;
  const burn = budget === null ? '' : `; used ${formatNumber(budget.burned)}x of its error budget`;
  return `In breach ${sayShare(breachedShare ?? 0)} of the time, ${formatDurationMs(longest.toMs - longest.fromMs)} at the longest, first ${formatDurationMs(first.atMs)} after the start (${sayLoad(first, load)})${burn}${gap}`;
}
