import type { CompareQuery } from '@proofload/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import { type CompareState, toScalingSearch, toSearch } from './compare-state';

/** While runs of the comparison go on. */
const liveIntervalMs = 4000;

/** A comparison; the former one stays in sight until the next is there. */
export function comparisonQuery(query: CompareQuery) {
  const search = toSearch(query);
  return queryOptions({
    queryKey: ['compare', search],
    queryFn: ({ signal }) => callApi(`/compare?${search}`, answers.comparison, { signal }),
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
    queryFn: ({ signal }) => callApi(`/compare/scaling?${search}`, answers.scaling, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What finished runs say hardly ever changes: only another evaluation does it. */
const finishedStaleMs = 60_000;

/** How the objectives of the compared runs held over time. @param load metric of the load; the usual one when null */
export function breachesQuery(query: CompareQuery, load: string | null, isLive: boolean) {
  const search = `${toSearch(query)}${load === null ? '' : `&load=${encodeURIComponent(load)}`}`;
  return queryOptions({
    queryKey: ['compare', 'breaches', search],
    queryFn: ({ signal }) => callApi(`/compare/breaches?${search}`, answers.breachComparison, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}

/** What bounds the capacity of the compared runs. */
export function capacityQuery(query: CompareQuery, isLive: boolean) {
  const search = toSearch(query);
  return queryOptions({
    queryKey: ['compare', 'capacity', search],
    queryFn: ({ signal }) => callApi(`/compare/capacity?${search}`, answers.capacityComparison, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveIntervalMs * 2 : false,
    staleTime: isLive ? 0 : finishedStaleMs,
  });
}
