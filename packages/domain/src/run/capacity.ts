import { formatNumber } from '../units/index.ts';

/**
 * Why a step of a capacity search failed. The first five are answers about what is loaded; `generator-limited`, `stalled`
 * and `aborted` say that the search could not tell.
 */
export const stepFailures = [
  'timeout',
  'oom-killed',
  'correctness',
  'slo',
  'rejected',
  'generator-limited',
  'stalled',
  'aborted',
] as const;
export type StepFailure = (typeof stepFailures)[number];

/** Whether a failure bounds the capacity, so that the search may go on below it. */
export const boundsCapacity = (failure: StepFailure): boolean =>
  !(['generator-limited', 'stalled', 'aborted'] as readonly StepFailure[]).includes(failure);

const words: Readonly<Record<StepFailure, string>> = {
  timeout: 'timeout',
  'oom-killed': 'out of memory',
  correctness: 'not correct',
  slo: 'objective missed',
  rejected: 'refused by the cluster',
  'generator-limited': 'generator at its limit',
  stalled: 'stalled',
  aborted: 'not told',
};
/** In the words that pages, logs and the command line have for it. */
export const sayStepFailure = (failure: StepFailure): string => words[failure];

/** All digits, as a step has them: `1 unit`, `12 345 units`. */
export const sayUnits = (units: number): string =>
  `${formatNumber(units, 12)} ${units === 1 ? 'unit' : 'units'}`;

/** One step of a capacity search. Times are unix milliseconds. */
export interface CapacityStep {
  /** From 1, in the order in which they were tried. */
  step: number;
  units: number;
  state: 'running' | 'good' | 'failed';
  startedAtMs: number;
  /** When that began which then held; null before. */
  convergedAtMs: number | null;
  /** When it had held for long enough. */
  heldAtMs: number | null;
  endedAtMs: number | null;
  failure: StepFailure | null;
  /** In a sentence; null for steps that did not fail. */
  reason: string | null;
  /** Resources at its end, by name. */
  values: Readonly<Record<string, number>>;
}
