import type { ReportedSeries } from './reported-series.ts';

/** Reads one format of results as it arrives, into a sink. */
export interface ResultDecoder {
  /** Lines read to their end. */
  readonly lines: number;
  readonly samples: number;
  /** Throws `invalid` or `too-large` naming the line; what came before has reached the sink. */
  write(chunk: Uint8Array): void;
  /** Takes what follows the last line end, and finds out whether something is missing. */
  end(): void;
  /** What the reader of the results should know, in sentences. */
  warnings(): string[];
  /** How the input was understood, in sentences for whoever sends it. */
  notes(): string[];
  /** Figures over the whole run. */
  reported(): ReportedSeries[];
}
