import {
  type ClusterEvents,
  clusterEventsSchema,
  type Run,
  type RunSteps,
  runSchema,
  runStepsSchema,
} from '@proofload/contracts';
import type { ApiClient } from './api-client.ts';

const eventsPerCall = 500;

const pathOf = (id: string): string => `/runs/${encodeURIComponent(id)}`;

export const readRun = (api: ApiClient, id: string): Promise<Run> =>
  api.call({ method: 'GET', path: pathOf(id), schema: runSchema, what: 'Reading the run' });

/** The steps of a capacity search. */
export const readSteps = (api: ApiClient, id: string): Promise<RunSteps> =>
  api.call({
    method: 'GET',
    path: `${pathOf(id)}/steps`,
    schema: runStepsSchema,
    what: 'Reading the steps',
  });

/** The newest warnings of the cluster of a run, newest first, with how many there are. */
export const readWarnings = (api: ApiClient, id: string, limit: number): Promise<ClusterEvents> =>
  readPage(api, id, { limit, order: 'newest', type: 'warning' });

/** All that is kept of what the cluster of a run reported, oldest first. */
export async function readAllEvents(api: ApiClient, id: string): Promise<ClusterEvents> {
  let page = await readPage(api, id, { limit: eventsPerCall });
  const items = [...page.items];
  while (page.nextCursor !== null) {
    page = await readPage(api, id, { limit: eventsPerCall, cursor: page.nextCursor });
    items.push(...page.items);
  }
  return { ...page, items };
}

const readPage = (
  api: ApiClient,
  id: string,
  query: Record<string, string | number>,
): Promise<ClusterEvents> =>
  api.call({
    method: 'GET',
    path: `${pathOf(id)}/cluster-events`,
    query,
    schema: clusterEventsSchema,
    what: 'Reading the events of the cluster',
  });
