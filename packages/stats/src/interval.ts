/** Bounds of a confidence interval, in the unit of what is estimated. */
export interface Interval {
  low: number;
  high: number;
}
