import { sketchIncrease } from './histogram-sketch.ts';
import type { Sketch } from './sketch.ts';

/** The newest sample of a histogram: everything that it had counted by then. */
export interface CountedSketch {
  timeMs: number;
  sketch: Sketch;
}

/** Turns the samples of a histogram, which count since the start of a process, into what each has counted anew. */
export class HistogramCounter {
  /** Null before the first sample. */
  newest: CountedSketch | null;

  constructor(newest: CountedSketch | null = null) {
    this.newest = newest;
  }

  /**
   * What came since the sample before. Null for the first one, which says what was before anybody looked, and for one
   * that is not newer than another.
   */
  count(timeMs: number, sketch: Sketch): Sketch | null {
    const { newest } = this;
    if (newest !== null && timeMs <= newest.timeMs) return null;
    this.newest = { timeMs, sketch };
    return newest === null ? null : sketchIncrease(newest.sketch, sketch);
  }
}
