import { retentionPassSchema, storageUsageSchema } from '@proofload/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/call-api';
import type { RetentionRules } from './pass-text';

/** What rules would remove, were they carried out now. */
export function previewQuery(rules: RetentionRules | null) {
  return queryOptions({
    queryKey: ['retention', 'preview', rules],
    queryFn: ({ signal }) =>
      callApi('/retention/apply?dryRun=true', retentionPassSchema, {
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
  queryFn: ({ signal }) => callApi('/retention/usage', storageUsageSchema, { signal }),
});
