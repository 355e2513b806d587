import { parseAsArrayOf, parseAsBoolean, parseAsString } from 'nuqs/server';
import { parseAsZoom } from './parse-zoom';

/** What the address says about the figures of a run. */
export const seriesState = {
  metrics: parseAsArrayOf(parseAsString),
  log: parseAsBoolean.withDefault(false),
  zoom: parseAsZoom,
};
