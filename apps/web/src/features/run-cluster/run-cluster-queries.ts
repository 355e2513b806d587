import type { ClusterEvents, PodLog, RunPods, RunPodsQuery } from '@proofload/contracts';
import {
  keepPreviousData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

const pollMs = 3_000;
const eventPage = 100;
/** Warnings that are marked on the timeline, the newest. */
const maxMarks = 300;

export type PodsWanted = Pick<RunPodsQuery, 'phase' | 'search' | 'order' | 'limit'>;

/** Pods of a run, again and again while it goes on. */
export function useRunPods(runId: string, isLive: boolean, wanted: PodsWanted): UseQueryResult<RunPods> {
  return useQuery({
    // The last states come with the end of the run, so its end reads once more.
    queryKey: ['run-pods', runId, { isLive, ...wanted }],
    queryFn: ({ signal }) => callApi(`/runs/${runId}/pods?${toQuery(wanted)}`, answers.runPods, { signal }),
    refetchInterval: isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
}

export interface EventsWanted {
  type: 'warning' | null;
  search: string;
}

/** Events of the objects of a run, newest first. */
export function useClusterEvents(
  runId: string,
  isLive: boolean,
  wanted: EventsWanted,
): UseInfiniteQueryResult<{ pages: ClusterEvents[] }> {
  return useInfiniteQuery({
    queryKey: ['cluster-events', runId, { isLive, ...wanted }],
    queryFn: ({ pageParam, signal }) => {
      const query = toQuery({ ...wanted, order: 'newest', limit: eventPage, cursor: pageParam });
      return callApi(`/runs/${runId}/cluster-events?${query}`, answers.clusterEvents, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
}

/** The newest warnings, to be marked on a timeline. */
export function useWarningMarks(runId: string, isLive: boolean): UseQueryResult<ClusterEvents> {
  return useQuery({
    queryKey: ['cluster-warnings', runId, { isLive }],
    queryFn: ({ signal }) => {
      const query = toQuery({ type: 'warning', order: 'newest', limit: maxMarks });
      return callApi(`/runs/${runId}/cluster-events?${query}`, answers.clusterEvents, { signal });
    },
    refetchInterval: isLive ? pollMs : false,
    placeholderData: keepPreviousData,
  });
}

export interface LogWanted {
  pod: string;
  container: string | undefined;
  previous: boolean;
}

/** The end of a log, again and again while it may grow. */
export function usePodLog(runId: string, isGrowing: boolean, wanted: LogWanted): UseQueryResult<PodLog> {
  const { pod, ...which } = wanted;
  return useQuery({
    queryKey: ['pod-log', runId, { isGrowing, ...wanted }],
    queryFn: ({ signal }) =>
      callApi(`/runs/${runId}/pods/${encodeURIComponent(pod)}/log?${toQuery(which)}`, answers.podLog, {
        signal,
      }),
    refetchInterval: isGrowing ? pollMs : false,
    retry: false,
  });
}

function toQuery(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}
