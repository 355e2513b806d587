import type { RunEvaluationList } from '@proofload/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answers } from '../api/answers';
import { callApi } from '../api/call-api';

/** While workers are at it. */
const liveIntervalMs = 1000;

/** What a version would change, and the job that goes on or was the last. */
export function evaluationOfferQuery(name: string, version: number) {
  return queryOptions({
    queryKey: ['evaluation-offer', name, version],
    queryFn: ({ signal }) =>
      callApi(`/experiments/${name}/evaluate?version=${version}`, answers.evaluationOffer, { signal }),
    refetchInterval: ({ state }) => (state.data?.job?.status === 'running' ? liveIntervalMs : false),
  });
}

/** How far a job is, until it is done. */
export function evaluationJobQuery(id: string) {
  return queryOptions({
    queryKey: ['evaluation-job', id],
    queryFn: ({ signal }) => callApi(`/evaluations/${id}`, answers.evaluationJob, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? liveIntervalMs : false),
  });
}

/** The evaluations of a run, newest first. @param newest number of the newest, so that another one is read */
export function runEvaluationsQuery(runId: string, newest: number) {
  return infiniteQueryOptions({
    queryKey: ['evaluations', runId, newest],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        `/runs/${runId}/evaluations${pageParam === null ? '' : `?cursor=${pageParam}`}`,
        answers.runEvaluationList,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page: RunEvaluationList) => page.nextCursor,
  });
}
