import type { RunList } from '@proofload/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** Runs that a list is given at a time. */
export const runsAtATime = 100;

interface ListState {
  filter: string;
  sort: string;
}

/** What comes after the first runs of a list, page by page. A new first page begins again. */
export function laterRunsQuery({ filter, sort }: ListState, first: RunList) {
  return infiniteQueryOptions({
    queryKey: ['runs-after', filter, sort, first.nextCursor],
    initialPageParam: first.nextCursor ?? '',
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams({ limit: String(runsAtATime), sort, cursor: pageParam });
      if (filter !== '') search.set('filter', filter);
      return callApi(`/runs?${search}`, answers.runList, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Pages are asked for as the end comes into view, and not again.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The parameters, measurements and labels of the project's runs. */
export const runFieldsQuery = queryOptions({
  queryKey: ['run-fields'],
  queryFn: ({ signal }) => callApi('/runs/fields', answers.runFieldList, { signal }),
  staleTime: 60_000,
});
