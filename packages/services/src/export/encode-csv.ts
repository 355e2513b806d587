import type { Points } from '@proofload/series';
import { toInstant } from '../instant.ts';
import type { ExportedSeries } from './exported-series.ts';
import { labelsText, longFormFields, valuesAt } from './long-form.ts';

/** RFC 4180 ends every record, the header too, with CR LF. */
export const csvHeader = `${longFormFields.join(',')}\r\n`;

/** Points of one series in long form. Times of bucketed kinds are those at which a second begins. */
export function* encodeCsv(series: ExportedSeries, points: Points): Generator<string, void> {
  const { metric, kind, unit, origin } = series;
  const prefix = [metric, labelsText(series), kind, unit ?? '', origin].map(quote).join(',');
  for (const [index, timeMs] of points.times.entries()) {
    const time = toInstant(timeMs);
    for (const [field, value] of valuesAt(points, index)) {
      yield `${prefix},${time},${field},${value}\r\n`;
    }
  }
}

const quote = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
