import type { Better, Params, ParamValue } from '../run/state.ts';
import type { LimitDefinition } from './limit-definition.ts';

/** A variable of the experiment. Paired factors move together: level i of each makes one setting. */
export type Factor =
  | { kind: 'crossed'; name: string; levels: readonly ParamValue[] }
  | { kind: 'paired'; levels: Readonly<Record<string, readonly ParamValue[]>> };

/** A program of the worker's host that brings the system under test into the state that a run wants. */
export interface PrepareDefinition {
  /** By the name that the operator of the worker gave it. */
  command: string;
  args: readonly ParamValue[];
  env: Readonly<Record<string, ParamValue>>;
  timeoutMs: number;
}

export interface WorkloadDefinition {
  /** `k6` or `external` today; unknown executors are refused when launching, not when saving. */
  executor: string;
  /** Executor-specific; the executor's own schema checks it. `${factor}` is substituted per run. */
  with: Readonly<Record<string, unknown>>;
  /** Done before the load is started; absent in definitions that have none. */
  prepare?: PrepareDefinition;
  /** Of the load, without its preparation. */
  timeoutMs: number;
  stall: { metric: string; unchangedForMs: number } | null;
}

export type SourceDefinition =
  | {
      kind: 'prometheus';
      /** Null asks the server, or the Prometheus of the cluster. */
      url: string | null;
      /** Name of a Prometheus server of the project; absent in definitions that name none. */
      server?: string;
      queries: Readonly<Record<string, string>>;
      stepMs: number;
    }
  | { kind: 'scrape'; name: string; url: string; everyMs: number; keep: readonly string[] };

/** An edge of a window: an offset from the start (or, negative, the end) of a phase, or the first time a condition on stored series holds. */
export type WindowEdge =
  | { kind: 'offset'; phase: string; from: 'start' | 'end'; offsetMs: number }
  | { kind: 'condition'; expression: string };

export interface WindowDefinition {
  start: WindowEdge;
  end: WindowEdge;
}

export interface MeasurementDefinition {
  /** `metric{label="x"}` aggregated over a window, the length of a window, or what somebody reports for the run. */
  of:
    | { kind: 'metric'; metric: string; selector: string; aggregate: string }
    | { kind: 'duration'; window: string }
    | { kind: 'reported' };
  /** Window name; null is the whole run. */
  over: string | null;
  balance: string | null;
  unit: string | null;
  better: Better;
  /** The least change that matters, as a share of the baseline; absent where the definition states none. */
  minimumEffect?: number;
}

export interface SloDefinition {
  name: string;
  measurement: string;
  /** As written, such as `< 120ms`. */
  objective: string;
  /** Length of one step when looking for intervals of breach. */
  stepMs: number | null;
  /** Share of the time in which it is to hold, below 1; absent without an error budget. */
  target?: number;
}

export interface GoalDefinition {
  measurement: string;
  /** As written, such as `>= 4x`. */
  target: string;
}

/** Measurements that tell, where no samples do, how evenly load is spread: the range, or both its ends, or all three. */
export interface BalanceDefinition {
  /** A shard, a pod, a node. */
  entity: string;
  range?: string;
  greatest?: string;
  least?: string;
}

/** Runs that differ in one factor alone whose values of a measurement are parts of a whole. */
export interface BreakdownDefinition {
  measurement: string;
  factor: string;
  /** The level whose value is stated for all parts together; absent where nobody states it. */
  total?: ParamValue;
}

/** A definition after parsing, migration and normalisation: what all other code works with. */
export interface ExperimentDefinition {
  apiVersion: 'proofload/v1';
  name: string;
  labels: Readonly<Record<string, string>>;
  objective: string;
  factors: readonly Factor[];
  baseline: Params | null;
  replicates: number;
  cluster: string | null;
  workload: WorkloadDefinition;
  sources: readonly SourceDefinition[];
  windows: Readonly<Record<string, WindowDefinition>>;
  measurements: Readonly<Record<string, MeasurementDefinition>>;
  slos: readonly SloDefinition[];
  goals: readonly GoalDefinition[];
  /** What bounds the capacity; absent in definitions that declare none. */
  limits?: readonly LimitDefinition[];
  /** By what is balanced, such as `cpu`; absent in definitions that have none. */
  balances?: Readonly<Record<string, BalanceDefinition>>;
  /** By what is broken down; absent in definitions that have none. */
  breakdowns?: Readonly<Record<string, BreakdownDefinition>>;
}
