import type { BandDrawing } from './band-series.ts';
import type { Line } from './median-line.ts';
import type { PhaseLane } from './phase-lanes.ts';
import type { TimeSeriesExtent, TimeSeriesGroup } from './time-series-input.ts';

export interface DrawnGroup extends TimeSeriesGroup {
  /** The median of the replicates, or the only line. */
  strong: Line;
  thin: TimeSeriesGroup['lines'];
}

export interface TimeSeriesDrawing extends BandDrawing {
  drawn: readonly DrawnGroup[];
  unit: string;
  valueName: string;
  isLog: boolean;
  isClock: boolean;
  /** The ends of both axes; null where the data give them. */
  extent: TimeSeriesExtent | null;
  hasTimeBeforeZero: boolean;
  /** Phases of several runs. */
  lanes: readonly PhaseLane[];
}
