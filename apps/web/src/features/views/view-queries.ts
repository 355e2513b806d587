import { queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** The views of a page that have a name. */
export const viewsQuery = (path: string) =>
  queryOptions({
    queryKey: ['views', path],
    queryFn: ({ signal }) =>
      callApi(`/views?path=${encodeURIComponent(path)}`, answers.savedViewList, { signal }),
  });
