import { maxBuckets, type NativeHistogram } from '../native-histogram/native-histogram.ts';
import { partOf, readSide } from '../native-histogram/side-fields.ts';
import { malformedMessage, ProtobufReader } from '../protobuf/protobuf-reader.ts';

/** A histogram of an exposition, which may be classic, native or both. */
export interface ExposedHistogram {
  histogram: NativeHistogram;
  /** Classic buckets: upper bound, and observations up to it. */
  buckets: [bound: number, below: number][];
  isNative: boolean;
}

/** Reads `io.prometheus.client.Histogram`. @throws `invalid` */
export function readExposedHistogram(
  fields: ProtobufReader,
  subject: string,
  histogram: NativeHistogram,
): ExposedHistogram {
  const exposed: ExposedHistogram = { histogram, buckets: [], isNative: false };
  while (fields.next()) {
    if (fields.field === 3) {
      if (exposed.buckets.length >= maxBuckets)
        throw malformedMessage(subject, `a histogram has more than ${maxBuckets} buckets`);
      exposed.buckets.push(readBucket(fields.message(new ProtobufReader(subject))));
    } else if (!readFigure(fields, histogram) && !readSides(fields, subject, histogram)) fields.skip();
  }
  const { positive, negative, zeroCount, zeroThreshold } = histogram;
  exposed.isNative =
    positive.spans.length > 0 || negative.spans.length > 0 || zeroCount > 0 || zeroThreshold > 0;
  return exposed;
}

function readFigure(fields: ProtobufReader, histogram: NativeHistogram): boolean {
  if (fields.field === 1) histogram.count = fields.uint();
  else if (fields.field === 2) histogram.sum = fields.double();
  else if (fields.field === 4) histogram.count = fields.double();
  else if (fields.field === 5) histogram.schema = fields.sint32();
  else if (fields.field === 6) histogram.zeroThreshold = fields.double();
  else if (fields.field === 7) histogram.zeroCount = fields.uint();
  else if (fields.field === 8) histogram.zeroCount = fields.double();
  else return false;
  return true;
}

function readSides(
  fields: ProtobufReader,
  subject: string,
  { negative, positive }: NativeHistogram,
): boolean {
  const below = partOf(fields.field, 9);
  const above = partOf(fields.field, 12);
  if (below) readSide(fields, subject, negative, below);
  else if (above) readSide(fields, subject, positive, above);
  else return false;
  return true;
}

function readBucket(fields: ProtobufReader): [bound: number, below: number] {
  let [bound, below] = [0, 0];
  while (fields.next()) {
    if (fields.field === 1) below = fields.uint();
    else if (fields.field === 4) below = fields.double();
    else if (fields.field === 2) bound = fields.double();
    else fields.skip();
  }
  return [bound, below];
}
