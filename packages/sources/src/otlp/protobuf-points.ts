import type { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import {
  type ExponentialBuckets,
  type ExponentialPoint,
  type HistogramPoint,
  maxBuckets,
  type NumberPoint,
  type SummaryPoint,
  toMs,
} from './otlp-model.ts';
import { AttributeFields } from './protobuf-attributes.ts';

/** `DataPointFlags`: no value was recorded. */
const noRecordedValue = 1;

/** What all kinds of points begin with, and where their attributes and flags stand. */
function readHead(point: ProtobufReader, numbers: { attributes: number; flags: number }) {
  const fields = { attributes: new AttributeFields(point), startMs: 0, timeMs: 0, hasNoValue: false };
  /** Reads a field that all points have. @returns false for others */
  const read = (start: number): boolean => {
    if (point.field === numbers.attributes) fields.attributes.add(start);
    else if (point.field === numbers.flags) fields.hasNoValue = (point.uint() & noRecordedValue) !== 0;
    else if (point.field === 2) fields.startMs = toMs(point.fixed64());
    else if (point.field === 3) fields.timeMs = toMs(point.fixed64());
    else return false;
    return true;
  };
  return { fields, read };
}

export function readNumberPoint(point: ProtobufReader): NumberPoint {
  const head = readHead(point, { attributes: 7, flags: 8 });
  let value: number | null = null;
  for (let start = point.position; point.next(); start = point.position) {
    if (head.read(start)) continue;
    if (point.field === 4) value = point.double();
    else if (point.field === 6) value = Number(point.sfixed64());
    else point.skip();
  }
  return { type: 'number', ...head.fields, value };
}

export function readHistogramPoint(point: ProtobufReader): HistogramPoint {
  const head = readHead(point, { attributes: 9, flags: 10 });
  const figures = { count: 0, ...unknownFigures };
  const [bucketCounts, bounds]: [number[], number[]] = [[], []];
  for (let start = point.position; point.next(); start = point.position) {
    if (head.read(start)) continue;
    if (point.field === 4) figures.count = Number(point.fixed64());
    else if (point.field === 5) figures.sum = point.double();
    else if (point.field === 6) point.fixed64s(bucketCounts, maxBuckets);
    else if (point.field === 7) point.doubles(bounds, maxBuckets);
    else if (point.field === 11) figures.min = point.double();
    else if (point.field === 12) figures.max = point.double();
    else point.skip();
  }
  return { type: 'histogram', ...head.fields, ...figures, bucketCounts, bounds };
}

export function readExponentialPoint(point: ProtobufReader): ExponentialPoint {
  const head = readHead(point, { attributes: 1, flags: 10 });
  const figures = { count: 0, ...unknownFigures, scale: 0, zeroCount: 0 };
  let [positive, negative] = [noBuckets, noBuckets];
  for (let start = point.position; point.next(); start = point.position) {
    if (head.read(start)) continue;
    if (point.field === 4) figures.count = Number(point.fixed64());
    else if (point.field === 5) figures.sum = point.double();
    else if (point.field === 6) figures.scale = point.sint32();
    else if (point.field === 7) figures.zeroCount = Number(point.fixed64());
    else if (point.field === 8) positive = readBuckets(point.message(point.copy()));
    else if (point.field === 9) negative = readBuckets(point.message(point.copy()));
    else if (point.field === 12) figures.min = point.double();
    else if (point.field === 13) figures.max = point.double();
    else point.skip();
  }
  return { type: 'exponential', ...head.fields, ...figures, positive, negative };
}

export function readSummaryPoint(point: ProtobufReader): SummaryPoint {
  const head = readHead(point, { attributes: 7, flags: 8 });
  const figures = { count: 0, sum: 0 };
  const quantiles: { quantile: number; value: number }[] = [];
  for (let start = point.position; point.next(); start = point.position) {
    if (head.read(start)) continue;
    if (point.field === 4) figures.count = Number(point.fixed64());
    else if (point.field === 5) figures.sum = point.double();
    else if (point.field === 6) quantiles.push(readQuantile(point.message(point.copy())));
    else point.skip();
  }
  return { type: 'summary', ...head.fields, ...figures, quantiles };
}

const unknownFigures: { sum: number | null; min: number | null; max: number | null } = {
  sum: null,
  min: null,
  max: null,
};
const noBuckets: ExponentialBuckets = { offset: 0, counts: [] };

function readBuckets(buckets: ProtobufReader): ExponentialBuckets {
  let offset = 0;
  const counts: number[] = [];
  while (buckets.next()) {
    if (buckets.field === 1) offset = buckets.sint32();
    else if (buckets.field === 2) buckets.uints(counts, maxBuckets);
    else buckets.skip();
  }
  return { offset, counts };
}

function readQuantile(entry: ProtobufReader): { quantile: number; value: number } {
  const read = { quantile: 0, value: 0 };
  while (entry.next()) {
    if (entry.field === 1) read.quantile = entry.double();
    else if (entry.field === 2) read.value = entry.double();
    else entry.skip();
  }
  return read;
}
