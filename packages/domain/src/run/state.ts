/** Where a run is in its life. See lifecycle.ts for the transitions. */
export const runStatuses = ['queued', 'starting', 'running', 'finishing', 'finished'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** How a finished run ended. Failed and stalled runs are data and are kept like any other. */
export const runOutcomes = ['completed', 'failed', 'stalled', 'limited', 'cancelled'] as const;
export type RunOutcome = (typeof runOutcomes)[number];

/** Whether the objectives held: `none` without objectives, `inconclusive` when one could not be evaluated. */
export const verdicts = ['pass', 'fail', 'inconclusive', 'none'] as const;
export type Verdict = (typeof verdicts)[number];

export type ParamValue = string | number | boolean;
export type Params = Readonly<Record<string, ParamValue>>;
export type Labels = Readonly<Record<string, string>>;

export type Better = 'higher' | 'lower' | 'none';

/** A named interval of a run, in unix milliseconds. An open phase has no end. */
export interface Phase {
  name: string;
  startMs: number;
  endMs: number | null;
}

/** A stretch of time, in unix milliseconds. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Why a run was evaluated: at its end, by another version, or because its own windows or its phases were changed. */
export const evaluationReasons = ['finished', 'version', 'windows', 'phases'] as const;
export type EvaluationReason = (typeof evaluationReasons)[number];
