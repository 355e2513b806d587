'use client';

import { usePrefetchQuery } from '@tanstack/react-query';
import { runMetricsQuery, runSeriesQuery } from '../series/series-queries';
import type { DrawnSeries } from './drawn-series';

export interface ForeseenSeriesProps {
  runIds: readonly string[];
  isLive: boolean;
  asked: DrawnSeries;
}

/**
 * Asks for the samples that the figure over time will draw before the page around it is put together, rather than after:
 * they are on their way meanwhile. Draws nothing.
 */
export function ForeseenSeries(props: ForeseenSeriesProps) {
  return typeof window === 'undefined' ? null : <Asking {...props} />;
}

function Asking({ runIds, isLive, asked }: ForeseenSeriesProps) {
  usePrefetchQuery(runSeriesQuery(runIds, asked, isLive));
  usePrefetchQuery(runMetricsQuery(runIds, isLive));
  return null;
}
