import { z } from 'zod';
import { maxBuckets } from './otlp-model.ts';

/*
 * OTLP/JSON, as far as it is read: names in lowerCamelCase, 64-bit integers as strings or numbers, enumerations as
 * numbers (or, from senders that follow protobuf to the letter, names), floats that JSON lacks as strings. Null is the same
 * as absent, unknown fields are passed over. Source: OTLP specification, "JSON Protobuf Encoding".
 */

/** A number or a text that holds a number, which `isRight` looks at. */
const numeral = (expected: string, isRight: (value: number | string) => boolean) =>
  z.union([z.number(), z.string()], { error: expected }).refine(isRight, { error: expected, abort: true });

const integer = numeral('expected an integer, as a number or as a string of digits', (value) =>
  typeof value === 'number' ? Number.isInteger(value) : /^-?\d{1,20}$/.test(value),
).transform(BigInt);
const unsigned = integer.refine((value) => value >= 0n, {
  error: 'expected an integer that is not negative',
  abort: true,
});
const count = unsigned.transform(Number);
const double = numeral(
  'expected a number, "NaN", "Infinity" or "-Infinity"',
  (value) => typeof value === 'number' || /^(NaN|-?Infinity|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(value),
).transform(Number);
const text = z.string().nullish();

const list = <S extends z.ZodType>(item: S) => z.array(item).nullish();
const attributes = list(z.object({ key: text, value: z.unknown() }));

const point = z.object({
  attributes,
  startTimeUnixNano: unsigned.nullish(),
  timeUnixNano: unsigned.nullish(),
  flags: count.nullish(),
});
const numberPoint = point.extend({ asDouble: double.nullish(), asInt: integer.nullish() });
const observations = point.extend({
  count: count.nullish(),
  sum: double.nullish(),
  min: double.nullish(),
  max: double.nullish(),
});
const counts = z.array(count).max(maxBuckets).nullish();
const histogramPoint = observations.extend({
  bucketCounts: counts,
  explicitBounds: z.array(double).max(maxBuckets).nullish(),
});
const buckets = z.object({ offset: integer.nullish(), bucketCounts: counts }).nullish();
const exponentialPoint = observations.extend({
  scale: integer.nullish(),
  zeroCount: count.nullish(),
  positive: buckets,
  negative: buckets,
});
const summaryPoint = point.extend({
  count: count.nullish(),
  sum: double.nullish(),
  quantileValues: list(z.object({ quantile: double.nullish(), value: double.nullish() })),
});

const temporalityNames = ['UNSPECIFIED', 'DELTA', 'CUMULATIVE'].map(
  (name) => `AGGREGATION_TEMPORALITY_${name}`,
);
const temporality = z
  .union([z.int(), z.enum(temporalityNames).transform((name) => temporalityNames.indexOf(name))], {
    error: `expected 0 to 2, or ${temporalityNames.join(', ')}`,
  })
  .nullish();

const metric = z.object({
  name: text,
  unit: text,
  gauge: z.object({ dataPoints: list(numberPoint) }).nullish(),
  sum: z
    .object({
      dataPoints: list(numberPoint),
      aggregationTemporality: temporality,
      isMonotonic: z.boolean().nullish(),
    })
    .nullish(),
  histogram: z.object({ dataPoints: list(histogramPoint), aggregationTemporality: temporality }).nullish(),
  exponentialHistogram: z
    .object({ dataPoints: list(exponentialPoint), aggregationTemporality: temporality })
    .nullish(),
  summary: z.object({ dataPoints: list(summaryPoint) }).nullish(),
});

export const requestSchema = z.object(
  {
    resourceMetrics: list(
      z.object({
        resource: z.object({ attributes }).nullish(),
        scopeMetrics: list(z.object({ scope: z.object({ name: text }).nullish(), metrics: list(metric) })),
      }),
    ),
  },
  { error: 'expected an object with `resourceMetrics`' },
);

export type JsonAttributes = z.output<typeof attributes>;
export type JsonMetric = z.output<typeof metric>;
export type JsonNumberPoint = z.output<typeof numberPoint>;
export type JsonHistogramPoint = z.output<typeof histogramPoint>;
export type JsonExponentialPoint = z.output<typeof exponentialPoint>;
export type JsonSummaryPoint = z.output<typeof summaryPoint>;
