/** Metrics of OTLP as both of its encodings give them. Source: opentelemetry-proto 1.10, metrics/v1/metrics.proto. */

export type Labels = Readonly<Record<string, string>>;

/** Attributes of a point, which are read only when they were not seen before. */
export interface Attributes {
  /** The same for the same attributes in the same encoding, and for no others. */
  readonly key: string;
  read(): Labels;
}

export interface Point {
  attributes: Attributes;
  /** Unix milliseconds, with a fraction; 0 when it is not said. */
  startMs: number;
  timeMs: number;
  /** The series has ended or was not observed: the point is no sample. */
  hasNoValue: boolean;
}

export interface NumberPoint extends Point {
  type: 'number';
  /** Null when it has none. */
  value: number | null;
}

/** What the points of both kinds of histograms say of all their observations. */
interface Observations extends Point {
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

export interface HistogramPoint extends Observations {
  type: 'histogram';
  /** One more than there are bounds; none at all when only the count is known. */
  bucketCounts: readonly number[];
  /** Upper bounds, each of its own bucket; that of the last one is infinite and left out. */
  bounds: readonly number[];
}

/** Bucket `i` has the values above `base ** (offset + i)`, up to and with `base ** (offset + i + 1)`. */
export interface ExponentialBuckets {
  offset: number;
  counts: readonly number[];
}

export interface ExponentialPoint extends Observations {
  type: 'exponential';
  /** The base of the buckets is `2 ** (2 ** -scale)`. */
  scale: number;
  zeroCount: number;
  positive: ExponentialBuckets;
  negative: ExponentialBuckets;
}

export interface SummaryPoint extends Point {
  type: 'summary';
  count: number;
  sum: number;
  quantiles: readonly { quantile: number; value: number }[];
}

/** Whether points tell what came since the one before, or since the start; null when it is not said. */
export type Temporality = 'delta' | 'cumulative' | null;

export type OtlpPoint = NumberPoint | HistogramPoint | ExponentialPoint | SummaryPoint;

/** What a metric says of all its points. */
export interface OtlpData {
  /** Whether its numbers, if it has any, are sums; else they are levels. */
  isSum: boolean;
  isMonotonic: boolean;
  /** Of sums and histograms. */
  temporality: Temporality;
  points: Iterable<OtlpPoint>;
}

export interface OtlpMetric extends OtlpData {
  name: string;
  /** UCUM. */
  unit: string;
  /** Name of the library that made it. */
  scope: string;
  /** Attributes of what is measured: a service, a pod, a host. */
  resource: Labels;
}

/** Buckets of one histogram; SDKs make at most 160. */
export const maxBuckets = 4096;

/** `AggregationTemporality` by its number. */
export const temporalities: readonly Temporality[] = [null, 'delta', 'cumulative'];

/** Nanoseconds since 1970 as milliseconds; exact to a microsecond, and to the millisecond where they are whole. */
export const toMs = (ns: bigint): number => Number(ns / 1_000_000n) + Number(ns % 1_000_000n) / 1e6;
