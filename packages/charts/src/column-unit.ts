import type { SeriesLine } from '@proofload/contracts';

/** What k6's counters count, which their metric does not say. */
const counted: Readonly<Record<string, string>> = {
  http_reqs: 'requests',
  iterations: 'iterations',
  dropped_iterations: 'iterations',
};

/** The unit of a column of a line: rates are per second, shares are ratios, counts of observations have none. */
export function columnUnit(line: Pick<SeriesLine, 'metric' | 'unit'>, column: string): string | null {
  const own = line.unit === '' ? null : line.unit;
  if (column === 'rate') return `${own ?? counted[line.metric] ?? ''}/s`;
  if (column === 'ratio') return 'ratio';
  if (column === 'count') return null;
  return own;
}

/** The column that says most about a kind of series. */
export function defaultColumn(kind: SeriesLine['kind']): string {
  switch (kind) {
    case 'delta':
    case 'cumulative':
      return 'rate';
    case 'ratio':
      return 'ratio';
    case 'gauge':
      return 'mean';
    case 'distribution':
      return 'p95';
  }
}

/** All columns of a kind, in the order in which they are offered. */
export function columnsOf(kind: SeriesLine['kind']): readonly string[] {
  switch (kind) {
    case 'gauge':
      return ['mean', 'min', 'max'];
    case 'distribution':
      return ['p50', 'p90', 'p95', 'p99', 'avg', 'min', 'max', 'count'];
    default:
      return [defaultColumn(kind)];
  }
}
