import type { ClusterList } from '@proofload/contracts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

export const clustersKey = ['clusters'] as const;
const listKey = [...clustersKey, 'list'];
const healthFreshMs = 30_000;

export function useClusters(initial: ClusterList) {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi('/clusters', answers.clusterList, { signal }),
    initialData: initial,
  });
}

/** Asks a cluster how it is. Settings that change ask anew, because the answer may be another. */
export function useClusterHealth({ name, updatedAt }: { name: string; updatedAt: string }) {
  return useQuery({
    queryKey: [...clustersKey, 'health', name, updatedAt],
    queryFn: ({ signal }) => callApi(`/clusters/${name}/health`, answers.clusterHealth, { signal }),
    retry: false,
    staleTime: healthFreshMs,
    refetchOnWindowFocus: false,
  });
}

/** A cluster that was deleted is no longer listed, so that nobody asks for its health. */
export function forgetCluster(client: QueryClient, name: string): void {
  client.setQueryData<ClusterList>(
    listKey,
    (list) => list && { items: list.items.filter((each) => each.name !== name) },
  );
}
