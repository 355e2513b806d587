import type { ProtobufReader } from '../protobuf/protobuf-reader.ts';

/** What a series of a request holds beside its labels. Used for one series after the other. */
export interface SeriesContent {
  /** Samples in the columns, which may be longer. */
  samples: number;
  times: number[];
  values: number[];
  histograms: HistogramFigures[];
  /** Numbers of the type and of the symbol of the unit; 0 when there are none. */
  type: number;
  unit: number;
}

interface HistogramFigures {
  timeMs: number;
  count: number;
  sum: number;
}

/** The NaN by which Prometheus says that a series has ended. */
const staleNan = { low: 2, high: 0x7ff00000 } as const;

export function readSample(sample: ProtobufReader, into: SeriesContent): void {
  let [time, value] = [0, 0];
  while (sample.next()) {
    if (sample.field === 1) value = sample.double();
    else if (sample.field === 2) time = sample.int64();
    else sample.skip();
  }
  if (Number.isNaN(value) && sample.isDouble(staleNan)) return;
  into.times[into.samples] = time;
  into.values[into.samples++] = value;
}

export function readHistogram(histogram: ProtobufReader): HistogramFigures {
  const figures = { timeMs: 0, count: 0, sum: 0 };
  while (histogram.next()) {
    if (histogram.field === 1) figures.count = histogram.uint();
    else if (histogram.field === 2) figures.count = histogram.double();
    else if (histogram.field === 3) figures.sum = histogram.double();
    else if (histogram.field === 15) figures.timeMs = histogram.int64();
    else histogram.skip();
  }
  return figures;
}

/** Type and unit of version 2.0. */
export function readMetadata(metadata: ProtobufReader, into: SeriesContent): void {
  while (metadata.next()) {
    if (metadata.field === 1) into.type = metadata.uint();
    else if (metadata.field === 4) into.unit = metadata.uint();
    else metadata.skip();
  }
}
