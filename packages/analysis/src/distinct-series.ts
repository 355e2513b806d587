import type { ReportedFigures } from './run-data.ts';

type Reporting = Readonly<{ reported: ReportedFigures | null }>;

/**
 * The series of a metric that may be added up. A summary of a run tells again what its samples tell, and a sub-metric
 * what its metric tells: samples go before summaries, and a metric before its parts.
 */
export function distinctSeries<T extends Reporting>(series: readonly T[]): T[] {
  const sampled = series.filter(({ reported }) => reported === null);
  if (sampled.length > 0) return sampled;
  const whole = series.filter(({ reported }) => reported?.isPart !== true);
  return whole.length > 0 ? whole : [...series];
}
