'use client';

import { type Comparison, comparisonSchema, type Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api/call-api';

/** The comparison of the sweep that a run belongs to; undefined while it is asked for and for runs of their own. */
export function useSiblings(run: Run): Comparison | undefined {
  return useQuery({
    queryKey: ['siblings', run.sweep, run.status === 'finished'],
    queryFn: ({ signal }) => callApi(`/compare?sweep=${run.sweep}`, comparisonSchema, { signal }),
    enabled: run.sweep !== null,
    staleTime: 30_000,
  }).data;
}
