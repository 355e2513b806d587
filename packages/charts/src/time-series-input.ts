import type { Alignment } from './align-series.ts';
import type { Line } from './median-line.ts';
import type { PhaseLane } from './phase-lanes.ts';
import type { TreatmentStyle } from './treatment-style.ts';

/** One treatment (or run, or label value) with its replicates. */
export interface TimeSeriesGroup {
  label: string;
  style: TreatmentStyle;
  isBaseline: boolean;
  /** Replicates: thin lines under their median. Milliseconds. */
  lines: readonly (Line & { label: string })[];
  /** Drawn dotted and left out of the median: runs that did not complete. */
  asideLines?: readonly (Line & { label: string })[];
  /** Least and greatest value behind each point of an only line. */
  extremes?: Extremes;
  /** What an only line is, where it stands for several: `median of 3`. */
  stands?: string;
}

export interface Extremes {
  /** What the two are called; least and greatest unless told otherwise. */
  names?: readonly [least: string, greatest: string];
  least: readonly (number | null)[];
  greatest: readonly (number | null)[];
}

export interface TimeSeriesExtent {
  fromMs: number;
  toMs: number;
  least: number;
  greatest: number;
}

/** A named stretch of time, in the milliseconds of the lines. */
export interface TimeBand {
  kind: 'phase' | 'breach';
  label: string;
  fromMs: number;
  toMs: number;
}

export interface TimeSeriesInput {
  title: string;
  /** What the y axis shows, without its unit. */
  valueName: string;
  unit: string | null;
  groups: readonly TimeSeriesGroup[];
  /** Distance of the points in milliseconds: the step of medians. */
  stepMs: number;
  alignment: Alignment;
  /** What time is counted from, such as `the start of load`; `the start` when absent. */
  zero?: string;
  /** Where the axes begin and end, in milliseconds and in the unit of the values, so that several figures have the same. */
  extent?: TimeSeriesExtent;
  isLog: boolean;
  /** In the unit of the values. */
  limits?: readonly { label: string; value: number }[];
  bands?: readonly TimeBand[];
  /** Phases of several runs, drawn below the axis. */
  phaseLanes?: readonly PhaseLane[];
  /** Moments that somebody marked, in the milliseconds of the lines. */
  marks?: readonly { label: string; atMs: number }[];
  /** A level that is no limit, such as the baseline of differences. */
  reference?: { label: string; value: number };
  /** What is said beside the figure, after what it says itself. */
  notes?: readonly string[];
}
