import { ProtobufReader } from '../protobuf/protobuf-reader.ts';
import { requestSubject } from './malformed.ts';
import {
  type Labels,
  type OtlpData,
  type OtlpMetric,
  type OtlpPoint,
  type Temporality,
  temporalities,
} from './otlp-model.ts';
import { readAttribute } from './protobuf-attributes.ts';
import {
  readExponentialPoint,
  readHistogramPoint,
  readNumberPoint,
  readSummaryPoint,
} from './protobuf-points.ts';

/**
 * Walks over an `ExportMetricsServiceRequest`; points are read when they are asked for, each metric's before the next.
 * Fields may come in any order, and unknown ones are passed over. Throws `invalid`.
 */
export function* readProtobuf(body: Uint8Array): Generator<OtlpMetric> {
  const request = new ProtobufReader(requestSubject).open(body);
  while (request.next()) {
    if (request.field === 1) yield* readResourceMetrics(enter(request));
    else request.skip();
  }
}

function* readResourceMetrics(message: ProtobufReader): Generator<OtlpMetric> {
  const resource = readResource(message.copy());
  while (message.next()) {
    if (message.field === 2) yield* readScopeMetrics(enter(message), resource);
    else message.skip();
  }
}

function readResource(message: ProtobufReader): Labels {
  const pairs: [string, string][] = [];
  while (message.next()) {
    if (message.field !== 1) {
      message.skip();
      continue;
    }
    const resource = enter(message);
    while (resource.next()) {
      if (resource.field === 1) pairs.push(readAttribute(enter(resource)));
      else resource.skip();
    }
  }
  return Object.fromEntries(pairs);
}

function* readScopeMetrics(message: ProtobufReader, resource: Labels): Generator<OtlpMetric> {
  const scope = readScope(message.copy());
  while (message.next()) {
    if (message.field !== 2) {
      message.skip();
      continue;
    }
    const { data, ...head } = readMetric(enter(message));
    if (data !== null) yield { ...head, ...data, scope, resource };
  }
}

function readScope(message: ProtobufReader): string {
  let name = '';
  while (message.next()) {
    if (message.field !== 1) {
      message.skip();
      continue;
    }
    const scope = enter(message);
    while (scope.next()) {
      if (scope.field === 1) name = scope.text();
      else scope.skip();
    }
  }
  return name;
}

function readMetric(message: ProtobufReader): { name: string; unit: string; data: OtlpData | null } {
  const head = { name: '', unit: '' };
  let data: OtlpData | null = null;
  while (message.next()) {
    const { field } = message;
    const readPoint = pointReaders[field];
    if (field === 1) head.name = message.text();
    else if (field === 3) head.unit = message.text();
    else if (readPoint) data = readData(enter(message), field === sumField, readPoint);
    else message.skip();
  }
  return { ...head, data };
}

const sumField = 7;
/** By the field of a metric that has points of a kind: gauge, sum, histogram, exponential histogram and summary. */
const pointReaders: Readonly<Record<number, (point: ProtobufReader) => OtlpPoint>> = {
  5: readNumberPoint,
  [sumField]: readNumberPoint,
  9: readHistogramPoint,
  10: readExponentialPoint,
  11: readSummaryPoint,
};

/** What the points mean stands behind them. */
function readData(
  message: ProtobufReader,
  isSum: boolean,
  readPoint: (point: ProtobufReader) => OtlpPoint,
): OtlpData {
  let temporality: Temporality = null;
  let isMonotonic = false;
  const fields = message.copy();
  while (fields.next()) {
    if (fields.field === 2) temporality = temporalities[fields.uint()] ?? null;
    else if (fields.field === 3) isMonotonic = fields.uint() !== 0;
    else fields.skip();
  }
  return { isSum, isMonotonic, temporality, points: readPoints(message, readPoint) };
}

function* readPoints(data: ProtobufReader, read: (point: ProtobufReader) => OtlpPoint): Generator<OtlpPoint> {
  // One for all: a point is not looked at again after the next was asked for.
  const point = data.copy();
  while (data.next()) {
    if (data.field === 1) yield read(data.message(point));
    else data.skip();
  }
}

/** A reader of the message that the field holds. */
const enter = (message: ProtobufReader): ProtobufReader => message.message(message.copy());
