import type { Points } from '@proofload/series';
import { type ExportedSeries, exportedQuantiles, sortedLabels } from './exported-series.ts';

/** The fields of tables in long form: a record for each number. `field`, as `column` is a word of SQL that would want quotes. */
export const longFormFields = [
  'metric',
  'labels',
  'kind',
  'unit',
  'origin',
  'time',
  'field',
  'value',
] as const;

/** The labels of a series as JSON, in the order of their names. */
export const labelsText = ({ labels }: ExportedSeries): string =>
  JSON.stringify(Object.fromEntries(sortedLabels(labels)));

/** The numbers of one point, by the names of their fields. */
export function valuesAt(points: Points, index: number): [field: string, value: number][] {
  switch (points.kind) {
    case 'delta':
      return [
        ['sum', points.sums[index] ?? 0],
        ['count', points.counts[index] ?? 0],
      ];
    case 'ratio':
      return [
        ['hits', points.hits[index] ?? 0],
        ['total', points.totals[index] ?? 0],
      ];
    case 'distribution': {
      const sketch = points.sketches[index];
      if (!sketch || sketch.count === 0) return [];
      const quantiles = sketch.quantiles(Object.values(exportedQuantiles));
      return [
        ['count', sketch.count],
        ['sum', sketch.sum],
        ['min', sketch.min],
        ['max', sketch.max],
        ...Object.keys(exportedQuantiles).map((name, at): [string, number] => [name, quantiles[at] ?? NaN]),
      ];
    }
    default:
      return [['value', points.values[index] ?? NaN]];
  }
}
