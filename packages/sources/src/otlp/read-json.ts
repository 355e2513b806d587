import { ProofloadError } from '@proofload/domain';
import type { z } from 'zod';
import { plainText } from '../stream/plain-text.ts';
import { readAttributes, toAttributes } from './json-attributes.ts';
import {
  type JsonExponentialPoint,
  type JsonHistogramPoint,
  type JsonMetric,
  type JsonNumberPoint,
  type JsonSummaryPoint,
  requestSchema,
} from './json-schema.ts';
import { malformed } from './malformed.ts';
import {
  type ExponentialPoint,
  type HistogramPoint,
  type NumberPoint,
  type OtlpData,
  type OtlpMetric,
  type Point,
  type SummaryPoint,
  temporalities,
  toMs,
} from './otlp-model.ts';

/** Reads an `ExportMetricsServiceRequest` in OTLP/JSON. Throws `invalid` naming the field. */
export function* readJson(body: Uint8Array): Generator<OtlpMetric> {
  const { resourceMetrics } = parseRequest(body);
  for (const { resource, scopeMetrics } of resourceMetrics ?? []) {
    const labels = readAttributes(resource?.attributes);
    for (const { scope, metrics } of scopeMetrics ?? []) {
      for (const metric of metrics ?? []) {
        const data = readData(metric);
        if (data === null) continue;
        const { name, unit } = metric;
        yield { name: name ?? '', unit: unit ?? '', scope: scope?.name ?? '', resource: labels, ...data };
      }
    }
  }
}

function parseRequest(body: Uint8Array): z.output<typeof requestSchema> {
  const parsed = requestSchema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 5).map(({ path, message }) => ({
    field: plainText(['body', ...path].join('.')),
    message: plainText(message, 500),
  }));
  const [first] = fields;
  throw new ProofloadError('invalid', `The body is malformed: ${first?.field}: ${first?.message}`, {
    fields,
  });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? cause.message : 'the text is not UTF-8';
    throw malformed(`as JSON, but ${plainText(reason)}`);
  }
}

function readData({ gauge, sum, histogram, exponentialHistogram, summary }: JsonMetric): OtlpData | null {
  const { aggregationTemporality } = sum ?? histogram ?? exponentialHistogram ?? {};
  const meaning = {
    isSum: sum != null,
    isMonotonic: sum?.isMonotonic ?? false,
    temporality: temporalities[aggregationTemporality ?? 0] ?? null,
  };
  if (gauge) return { ...meaning, points: each(gauge.dataPoints, toNumberPoint) };
  if (sum) return { ...meaning, points: each(sum.dataPoints, toNumberPoint) };
  if (histogram) return { ...meaning, points: each(histogram.dataPoints, toHistogramPoint) };
  if (exponentialHistogram)
    return { ...meaning, points: each(exponentialHistogram.dataPoints, toExponentialPoint) };
  return summary ? { ...meaning, points: each(summary.dataPoints, toSummaryPoint) } : null;
}

function* each<T, P>(items: readonly T[] | null | undefined, convert: (item: T) => P): Generator<P> {
  for (const item of items ?? []) yield convert(item);
}

function toPoint(point: JsonNumberPoint | JsonSummaryPoint): Point {
  return {
    attributes: toAttributes(point.attributes),
    startMs: toMs(point.startTimeUnixNano ?? 0n),
    timeMs: toMs(point.timeUnixNano ?? 0n),
    hasNoValue: (point.flags ?? 0) % 2 === 1,
  };
}

function toNumberPoint(point: JsonNumberPoint): NumberPoint {
  const { asDouble, asInt } = point;
  return {
    type: 'number',
    ...toPoint(point),
    value: asDouble ?? (typeof asInt === 'bigint' ? Number(asInt) : null),
  };
}

function toFigures({ count, sum, min, max }: JsonHistogramPoint | JsonExponentialPoint) {
  return { count: count ?? 0, sum: sum ?? null, min: min ?? null, max: max ?? null };
}

const toHistogramPoint = (point: JsonHistogramPoint): HistogramPoint => ({
  type: 'histogram',
  ...toPoint(point),
  ...toFigures(point),
  bucketCounts: point.bucketCounts ?? [],
  bounds: point.explicitBounds ?? [],
});

const toExponentialPoint = (point: JsonExponentialPoint): ExponentialPoint => ({
  type: 'exponential',
  ...toPoint(point),
  ...toFigures(point),
  scale: Number(point.scale ?? 0n),
  zeroCount: point.zeroCount ?? 0,
  positive: toBuckets(point.positive),
  negative: toBuckets(point.negative),
});

const toBuckets = (buckets: JsonExponentialPoint['positive']) => ({
  offset: Number(buckets?.offset ?? 0n),
  counts: buckets?.bucketCounts ?? [],
});

const toSummaryPoint = (point: JsonSummaryPoint): SummaryPoint => ({
  type: 'summary',
  ...toPoint(point),
  count: point.count ?? 0,
  sum: point.sum ?? 0,
  quantiles: (point.quantileValues ?? []).map(({ quantile, value }) => ({
    quantile: quantile ?? 0,
    value: value ?? 0,
  })),
});
