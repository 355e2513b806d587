import type { ServiceContext } from '../context.ts';

/** What reading a source into a run needs of the context; a worker has no actor to ask. */
export type StreamContext = Pick<ServiceContext, 'samples' | 'clock' | 'log'>;

/** What a stream has brought into a run. */
export interface StreamReport {
  /** Such as `k6:default`. */
  origin: string;
  samples: number;
  series: number;
  /** Unix milliseconds of the first and the last observation. */
  firstMs: number | null;
  lastMs: number | null;
  /** What whoever reads the results should know: gaps, folded series, broken lines. */
  warnings: string[];
}

/** Time between two writes of a stream, so that a page that shows it is at most this far behind. */
export const liveFlushMs = 1_500;
/** How long a stream waits for a database that is away, without reading on. */
export const streamPatienceMs = 5 * 60_000;
