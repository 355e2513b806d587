import { type CompareQuery, comparisonSchema, scalingSchema } from '@proofload/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/call-api';
import { type CompareState, toScalingSearch, toSearch } from './compare-state';

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

/** How the runs of a comparison respond to a factor. */
export function scalingQuery(query: CompareQuery, view: CompareState) {
  const search = toScalingSearch(query, view);
  return queryOptions({
    queryKey: ['compare', 'scaling', search],
    queryFn: ({ signal }) => callApi(`/compare/scaling?${search}`, scalingSchema, { signal }),
    placeholderData: keepPreviousData,
  });
}
