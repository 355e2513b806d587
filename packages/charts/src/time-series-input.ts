import type { Alignment } from './align-series.ts';
import type { Line } from './median-line.ts';
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
}

export interface Extremes {
  least: readonly (number | null)[];
  greatest: readonly (number | null)[];
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
  isLog: boolean;
  /** In the unit of the values. */
  limits?: readonly { label: string; value: number }[];
  bands?: readonly TimeBand[];
  /** What is said beside the figure, after what it says itself. */
  notes?: readonly string[];
}
