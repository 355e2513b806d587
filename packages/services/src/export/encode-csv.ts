import type { Points } from '@proofload/series';
import { toInstant } from '../instant.ts';
import { type ExportedSeries, exportedQuantiles, sortedLabels } from './exported-series.ts';

/** `field`, as `column` is a word of SQL that would want quotes. */
const fieldNames = ['metric', 'labels', 'kind', 'unit', 'origin', 'time', 'field', 'value'] as const;

/** RFC 4180 ends every record, the header too, with CR LF. */
export const csvHeader = `${fieldNames.join(',')}\r\n`;

/** Points of one series in long form: a record for each number. Times of bucketed kinds are those at which a second begins. */
export function* encodeCsv(series: ExportedSeries, points: Points): Generator<string, void> {
  const { metric, labels, kind, unit, origin } = series;
  const labelsText = JSON.stringify(Object.fromEntries(sortedLabels(labels)));
  const prefix = [metric, labelsText, kind, unit ?? '', origin].map(quote).join(',');
  for (const [index, timeMs] of points.times.entries()) {
    const time = toInstant(timeMs);
    for (const [field, value] of valuesAt(points, index)) {
      yield `${prefix},${time},${field},${value}\r\n`;
    }
  }
}

function valuesAt(points: Points, index: number): [field: string, value: number][] {
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

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
