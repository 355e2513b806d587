import type { ServiceContext } from '../context.ts';

/** What histories need of a service context: results of runs, never samples. */
export type HistoryContext = Pick<ServiceContext, 'actor' | 'repos' | 'clock' | 'log'>;

/** Runs of a history that are looked at: the time that change points take grows with the square of them. */
export const maxHistoryRuns = 500;

/**
 * Runs that are looked at for alarms whenever results are stored: a change before those is not new, and with as many as a
 * history has, closing a run would take a second a measurement.
 */
export const maxWatchedRuns = 120;
