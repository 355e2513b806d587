import { parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server';

/** Phases that pods can be chosen by, as they are called. */
export const phaseNames = {
  pending: 'Pending',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  unknown: 'Unknown',
  deleted: 'Deleted',
} as const;

export const podOrders = {
  trouble: 'Trouble first',
  created: 'As they were made',
  start: 'Slowest to start',
  run: 'Longest to run',
} as const;

/** What the address says about the cluster's side of a run. */
export const clusterState = {
  warnings: parseAsBoolean.withDefault(false),
  event: parseAsString.withDefault(''),
  pods: parseAsString.withDefault(''),
  phase: parseAsStringLiteral(Object.keys(phaseNames) as (keyof typeof phaseNames)[]),
  order: parseAsStringLiteral(Object.keys(podOrders) as (keyof typeof podOrders)[]).withDefault('trouble'),
  /** The pod whose log is open. */
  pod: parseAsString,
};
