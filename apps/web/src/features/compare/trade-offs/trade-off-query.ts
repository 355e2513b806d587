import type { CompareQuery } from '@proofload/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answers } from '../../api/answers';
import { callApi } from '../../api/call-api';
import { toSearch } from '../compare-state';

/** Two measurements of a comparison against one another; the former pair stays in sight until the next is there. */
export function tradeOffQuery(query: CompareQuery, x: string, y: string) {
  // All measurements are there to choose from, whichever the table shows.
  const { measurements: _, ...compared } = query;
  const search = new URLSearchParams(toSearch(compared));
  search.set('x', x);
  search.set('y', y);
  return queryOptions({
    queryKey: ['trade-off', search.toString()],
    queryFn: ({ signal }) => callApi(`/compare/trade-off?${search}`, answers.tradeOff, { signal }),
    placeholderData: keepPreviousData,
  });
}
