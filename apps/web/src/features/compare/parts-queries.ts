import type { CompareQuery } from '@proofload/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** What finished runs hold hardly ever changes. */
const staleMs = 5 * 60_000;

type Asked = Readonly<Record<string, string | number | null | undefined>>;

/** What is asked, as it is sent; nothing of what is not given. */
function toSearch(asked: Asked): string {
  const entries = Object.entries(asked).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return new URLSearchParams(entries).toString();
}

/** What metrics of runs can be taken apart by. */
export function runLabelsQuery(runIds: readonly string[]) {
  const search = toSearch({ runs: runIds.join(',') });
  return queryOptions({
    queryKey: ['labels', search],
    queryFn: ({ signal }) => callApi(`/compare/labels?${search}`, answers.runLabels, { signal }),
    staleTime: staleMs,
  });
}

/** How evenly load is spread; the former answer stays in sight until the next is there. */
export function balanceQuery(query: CompareQuery, asked: Asked) {
  const search = toSearch({ ...query, measurements: null, ...asked });
  return queryOptions({
    queryKey: ['balance', search],
    queryFn: ({ signal }) => callApi(`/compare/balance?${search}`, answers.balance, { signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

/** Entities of one run over time. */
export function entitiesQuery(runId: string, asked: Asked) {
  const search = toSearch(asked);
  return queryOptions({
    queryKey: ['entities', runId, search],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/entities?${search}`, answers.entities, { signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

/** What a whole is made of. */
export function breakdownQuery(query: CompareQuery, asked: Asked) {
  const search = toSearch({ ...query, measurements: null, ...asked });
  return queryOptions({
    queryKey: ['breakdown', search],
    queryFn: ({ signal }) => callApi(`/compare/breakdown?${search}`, answers.breakdown, { signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

/** Percentiles by the values of a label. */
export function latencyQuery(query: CompareQuery, asked: Asked) {
  const search = toSearch({ ...query, measurements: null, ...asked });
  return queryOptions({
    queryKey: ['latency', search],
    queryFn: ({ signal }) => callApi(`/compare/latency?${search}`, answers.latency, { signal }),
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}
