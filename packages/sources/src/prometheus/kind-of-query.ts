import type { SeriesKind } from '@proofload/series';
import { kindOfName } from '../scrape/exposition-types.ts';

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const text = '"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`[^`]*`';
const plainSelector = new RegExp(`^\\s*(${name})\\s*(?:\\{(?:[^{}"'\`]|${text})*\\}\\s*)?$`, 's');

/** The metric that a query asks for as it is, without a function or an operator; null for any other query. */
export const plainMetricOf = (query: string): string | null => plainSelector.exec(query)?.[1] ?? null;

/**
 * What the values of a query's answer are, which the API does not tell: of a counter asked for as it is, a counter, so
 * that its increase can be measured; of everything that is computed, a level.
 */
export function kindOfQuery(query: string): SeriesKind {
  const metric = plainMetricOf(query);
  return metric === null ? 'gauge' : kindOfName(metric);
}
