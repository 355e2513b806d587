import { type NativeHistogram, staleNan } from '../native-histogram/native-histogram.ts';
import type { ProtobufReader } from '../protobuf/protobuf-reader.ts';

/** What a series of a request holds beside its labels. Used for one series after the other. */
export interface SeriesContent {
  /** Samples in the columns, which may be longer. */
  samples: number;
  times: number[];
  values: number[];
  histograms: NativeHistogram[];
  /** Numbers of the type and of the symbol of the unit; 0 when there are none. */
  type: number;
  unit: number;
}

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

/** Type and unit of version 2.0. */
export function readMetadata(metadata: ProtobufReader, into: SeriesContent): void {
  while (metadata.next()) {
    if (metadata.field === 1) into.type = metadata.uint();
    else if (metadata.field === 4) into.unit = metadata.uint();
    else metadata.skip();
  }
}
