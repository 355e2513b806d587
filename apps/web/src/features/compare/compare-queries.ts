import { type CompareQuery, comparisonSchema } from '@proofload/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/call-api';
import { toSearch } from './compare-state';

/** While runs of the comparison go on. */
const liveIntervalMs = 4000;

/** A comparison; the former one stays in sight until the next is there. */
export function comparisonQuery(query: CompareQuery) {
  const search = toSearch(query);
  return queryOptions({
    queryKey: ['compare', search],
    queryFn: ({ signal }) => callApi(`/compare?${search}`, comparisonSchema, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ status }) => status !== 'finished') ? liveIntervalMs : false,
  });
}
