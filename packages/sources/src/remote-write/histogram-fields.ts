import {
  emptyHistogram,
  maxBuckets,
  type NativeHistogram,
  staleNan,
} from '../native-histogram/native-histogram.ts';
import { partOf, readSide } from '../native-histogram/side-fields.ts';
import type { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { requestSubject } from './malformed.ts';

/** Reads a `Histogram`, which both versions of the protocol have alike. One that marks the end of its series is none. */
export function readHistogram(fields: ProtobufReader, into: NativeHistogram[]): void {
  const histogram = emptyHistogram();
  let isStale = false;
  while (fields.next()) {
    if (fields.field === 3) {
      histogram.sum = fields.double();
      isStale = Number.isNaN(histogram.sum) && fields.isDouble(staleNan);
    } else if (!readFigure(fields, histogram) && !readBuckets(fields, histogram)) fields.skip();
  }
  if (!isStale) into.push(histogram);
}

function readFigure(fields: ProtobufReader, histogram: NativeHistogram): boolean {
  if (fields.field === 1) histogram.count = fields.uint();
  else if (fields.field === 2) histogram.count = fields.double();
  else if (fields.field === 4) histogram.schema = fields.sint32();
  else if (fields.field === 5) histogram.zeroThreshold = fields.double();
  else if (fields.field === 6) histogram.zeroCount = fields.uint();
  else if (fields.field === 7) histogram.zeroCount = fields.double();
  else if (fields.field === 14) histogram.resetHint = fields.uint();
  else if (fields.field === 15) histogram.timeMs = fields.int64();
  else return false;
  return true;
}

function readBuckets(fields: ProtobufReader, { negative, positive, customBounds }: NativeHistogram): boolean {
  const below = partOf(fields.field, 8);
  const above = partOf(fields.field, 11);
  if (below) readSide(fields, requestSubject, negative, below);
  else if (above) readSide(fields, requestSubject, positive, above);
  else if (fields.field === 16) fields.doubles(customBounds, maxBuckets);
  else return false;
  return true;
}
