import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString } from 'nuqs/server';
import { parseAsZoom } from './parse-zoom';

/** What the address says about the figures of a run. */
export const seriesState = {
  metrics: parseAsArrayOf(parseAsString),
  log: parseAsBoolean.withDefault(false),
  zoom: parseAsZoom,
  /** Text of the series finder as it opens; null while it is closed. */
  find: parseAsString,
  /** Ids of single series that are drawn. */
  series: parseAsArrayOf(parseAsInteger),
};
