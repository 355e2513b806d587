import type { Sketch } from './sketch.ts';

/**
 * What the values of a series mean, which decides how they are rolled up and merged.
 * - `delta`: increments, summed per second (k6 counter)
 * - `cumulative`: a counter that only grows, or resets (Prometheus counter)
 * - `gauge`: a level
 * - `ratio`: yes/no observations, kept as hits of total per second (k6 rate)
 * - `distribution`: observations, kept as a mergeable sketch per second (k6 trend)
 */
export const seriesKinds = ['delta', 'cumulative', 'gauge', 'ratio', 'distribution'] as const;
export type SeriesKind = (typeof seriesKinds)[number];

export interface SeriesIdentity {
  metric: string;
  kind: SeriesKind;
  unit: string | null;
  labels: Readonly<Record<string, string>>;
}

/** Handle of a series within one sink. */
export type SeriesRef = number;

/**
 * The one way in for data: every decoder (k6, scrape, Prometheus, ...) writes observations here and nowhere else.
 * Times are unix milliseconds and may have a fraction; values in the unit of the series.
 */
export interface SampleSink {
  /** The handle of a series, made on first sight. Past the bound on series it is the metric's overflow series. */
  series(identity: SeriesIdentity): SeriesRef;
  /** Records one observation. Cheap; call `drain` often. */
  add(ref: SeriesRef, timeMs: number, value: number): void;
  /** Records many observations of a distribution, or zeros and ones of a ratio, at once, as a source that counts them has them. */
  addSketch(ref: SeriesRef, timeMs: number, sketch: Sketch): void;
  /**
   * Records everything that a distribution has counted since some start, as a native histogram says it: what came since
   * the sample before is counted at this time, and nothing of the first one.
   */
  addCounted(ref: SeriesRef, timeMs: number, sketch: Sketch): void;
  /** Writes out what is ready when enough has gathered. Awaiting it is the back-pressure of the decoder. */
  drain(): Promise<void>;
}
