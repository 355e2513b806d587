import type { ReportedSeries } from './reported-series.ts';

/** How far the reading of an upload has come; kept up to date so that it is right after a failure too. */
export interface DecodeProgress {
  /** Null until it is known. */
  format: string | null;
  lines: number;
  samples: number;
  warnings: string[];
  /** How the input was understood, for whoever sends it. */
  notes: string[];
  /** Whether the data say when each sample was taken; those that do not are of the moment they arrive. */
  hasTimes: boolean;
  /** Figures over the whole run, from a source that gives no samples. */
  reported: ReportedSeries[];
}

export const emptyProgress = (): DecodeProgress => ({
  format: null,
  lines: 0,
  samples: 0,
  warnings: [],
  notes: [],
  hasTimes: true,
  reported: [],
});
