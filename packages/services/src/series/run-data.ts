import type { RunData } from '@proofload/analysis';
import type { SampleStore } from '@proofload/db';

/** A run's stored data, as analysis asks for it. Nothing is kept between calls. */
export function openRunData(samples: SampleStore, runKey: bigint): RunData {
  return {
    listSeries: (selector) => samples.listSeries(runKey, selector),
    readPoints: (series, fromMs, toMs) => samples.readPoints(runKey, series, fromMs, toMs),
    readSpans: () => samples.readSpans(runKey),
  };
}
