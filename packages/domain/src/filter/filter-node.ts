import type { RunOutcome, RunStatus, Verdict } from '../run/state.ts';

export const filterOperators = ['<=', '>=', '!=', '=', '<', '>', '~'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/**
 * What is compared. A `plain` name is the parameter of that name when the run has it, else the measurement;
 * `param.x` and `measurement.x` say which.
 */
export type FilterField =
  | { kind: 'enum'; name: 'status' | 'outcome' | 'verdict' }
  | { kind: 'text'; name: 'id' | 'name' | 'experiment' | 'executor' | 'treatment' | 'sweep' }
  | { kind: 'time'; name: 'createdAt' | 'startedAt' | 'finishedAt' }
  | { kind: 'number'; name: 'replicate' }
  | { kind: 'flag'; name: 'pinned' | 'published' }
  | { kind: 'label'; name: string }
  | { kind: 'param'; name: string }
  | { kind: 'measurement'; name: string }
  | { kind: 'plain'; name: string };

/** A time field is compared with `time`, in unix milliseconds; an `enum` field with one of its words. */
export type FilterValue =
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string | RunStatus | RunOutcome | Verdict }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'time'; value: number };

/**
 * A filter as a tree. `~` means: contains, without regard to case. A comparison with a value that the run does not
 * have is false, and `!=` and `not` are its exact opposites: `verdict!=pass` keeps runs without a verdict.
 */
export type FilterNode =
  | { kind: 'and' | 'or'; operands: readonly FilterNode[] }
  | { kind: 'not'; operand: FilterNode }
  | { kind: 'compare'; field: FilterField; operator: FilterOperator; value: FilterValue }
  | { kind: 'in'; field: FilterField; values: readonly FilterValue[] };
