import { queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';
import type { RetentionRules } from './pass-text';

/** What rules would remove, were they carried out now. */
export function previewQuery(rules: RetentionRules | null) {
  return queryOptions({
    queryKey: ['retention', 'preview', rules],
    queryFn: ({ signal }) =>
      callApi('/retention/apply?dryRun=true', answers.retentionPass, {
        method: 'POST',
        body: rules === null ? {} : { rules },
        signal,
      }),
    enabled: rules !== null,
    staleTime: 10_000,
  });
}

export const usageQuery = queryOptions({
  queryKey: ['retention', 'usage'],
  queryFn: ({ signal }) => callApi('/retention/usage', answers.storageUsage, { signal }),
});
