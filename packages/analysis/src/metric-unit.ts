import { convertUnit } from '@proofload/domain';
import type { SeriesKind } from '@proofload/series';

/** Suffixes by which Prometheus names a unit: https://prometheus.io/docs/practices/naming/#base-units */
const suffixes: Readonly<Record<string, string>> = {
  seconds: 's',
  milliseconds: 'ms',
  bytes: 'B',
  ratio: 'ratio',
  percent: '%',
};

/** The unit of a metric's values: its own, or the one that its name ends with; '' when neither says. */
export function metricUnit(metric: string, unit: string | null): string {
  if (unit !== null && unit !== '') return unit;
  const words = metric.replace(/_(total|sum)$/, '').split('_');
  return suffixes[words.at(-1) ?? ''] ?? '';
}

/** The unit of an aggregate of values in `unit`; '' for plain numbers. */
export function aggregateUnit(unit: string, kind: SeriesKind, aggregate: string): string {
  if (aggregate === 'share' || (kind === 'ratio' && (aggregate === 'rate' || aggregate === 'avg')))
    return 'ratio';
  const countsObservations =
    kind === 'ratio' ||
    (aggregate === 'count' && kind !== 'delta') ||
    (aggregate === 'rate' && kind === 'distribution');
  if (aggregate === 'rate') return `${countsObservations ? '' : unit}/s`;
  return countsObservations ? '' : unit;
}

/**
 * The factor from an aggregate's unit to the one that its author wants, or null when there is none. What has no unit takes
 * any name (`requests`); seconds per second are plain numbers (`cores`).
 */
export function unitFactor(own: string, wanted: string): number | null {
  if (own === '/s') {
    const slash = wanted.lastIndexOf('/');
    return slash < 0 ? 1 : convertUnit(1, `${wanted.slice(0, slash)}/s`, wanted);
  }
  if (own === 's/s' && !wanted.includes('/')) return convertUnit(1, 'ratio', wanted) ?? 1;
  return convertUnit(1, own, wanted);
}
