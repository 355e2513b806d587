import { type ClusterList, clusterHealthSchema, clusterListSchema } from '@proofload/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../api/call-api';

export const clustersKey = ['clusters'] as const;
const healthFreshMs = 30_000;

export function useClusters(initial: ClusterList) {
  return useQuery({
    queryKey: [...clustersKey, 'list'],
    queryFn: ({ signal }) => callApi('/clusters', clusterListSchema, { signal }),
    initialData: initial,
  });
}

/** Asks a cluster how it is. Settings that change ask anew, because the answer may be another. */
export function useClusterHealth({ name, updatedAt }: { name: string; updatedAt: string }) {
  return useQuery({
    queryKey: [...clustersKey, 'health', name, updatedAt],
    queryFn: ({ signal }) => callApi(`/clusters/${name}/health`, clusterHealthSchema, { signal }),
    retry: false,
    staleTime: healthFreshMs,
    refetchOnWindowFocus: false,
  });
}
