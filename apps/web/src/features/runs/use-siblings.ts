'use client';

import type { Comparison, Run } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** The comparison of the sweep that a run belongs to, made anew when the run has ended; null for runs of their own. */
export function useSiblings(run: Run, initial: Comparison | null): Comparison | null {
  const { data } = useQuery({
    queryKey: ['siblings', run.sweep, run.status === 'finished', run.evaluation],
    queryFn: ({ signal }) => callApi(`/compare?sweep=${run.sweep}`, answers.comparison, { signal }),
    enabled: run.sweep !== null,
    ...(initial ? { placeholderData: initial } : {}),
    staleTime: 30_000,
  });
  return data ?? initial;
}
