import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

export interface HistoryChoice {
  /** The first of the experiment when null. */
  measurement: string | null;
  /** All of them when null. */
  treatment: string | null;
}

export const historyKey = (name: string) => ['history', name];

/** A measurement of an experiment over its runs; the former one stays in sight until the next is there. */
export function historyQuery(name: string, { measurement, treatment }: HistoryChoice) {
  const search = new URLSearchParams();
  if (measurement !== null) search.set('measurement', measurement);
  if (treatment !== null) search.set('treatment', treatment);
  return queryOptions({
    queryKey: [...historyKey(name), search.toString()],
    queryFn: ({ signal }) => callApi(`/experiments/${name}/history?${search}`, answers.history, { signal }),
    placeholderData: keepPreviousData,
  });
}
