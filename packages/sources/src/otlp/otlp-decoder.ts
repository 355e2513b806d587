import { gunzipSync } from 'node:zlib';
import { ProofloadError } from '@proofload/domain';
import { isGzip } from '../stream/gunzip-body.ts';
import { plainText } from '../stream/plain-text.ts';
import { KnownSeries, type OtlpSink } from './known-series.ts';
import { malformed } from './malformed.ts';
import type { OtlpMetric, OtlpPoint } from './otlp-model.ts';
import type { OtlpEncoding, OtlpRefusals } from './otlp-response.ts';
import { findProblem } from './point-problem.ts';
import { PointWriter } from './point-writer.ts';
import { readJson } from './read-json.ts';
import { readProtobuf } from './read-protobuf.ts';
import { labelsOfResource } from './resource-labels.ts';

/** Largest request after decompression; SDKs and collectors send a few thousand points at a time. */
const maxRequestBytes = 16 * 1024 * 1024;
/** Metrics and points. */
const maxPoints = 500_000;
/** Numbers that the points of a request may become: a histogram is one for each of its buckets. */
const maxNumbers = 4_000_000;
/** Reasons that a sender is told, each with the first metric it is about. */
const maxReasons = 5;

export interface OtlpCounts extends OtlpRefusals {
  /** Points that became samples. */
  points: number;
  /** Numbers that went into the sink; of a sketch, its bins. */
  numbers: number;
}

export interface OtlpSource {
  encoding: OtlpEncoding;
  /** Tells senders apart, whose counters may have begun at different times. */
  stream: string;
  /** Unix milliseconds; null when it is not known. Counters that began after it were zero then. */
  runStartMs: number | null;
}

/** What a remembered series takes besides its characters. */
const perSeries = 400;

/**
 * Reads requests of OTLP's metrics into a sink, remembering the series of one for the next. Points that cannot be
 * stored are counted and left out; a request that is malformed is refused whole. Points without a recorded value end a
 * series and are no samples; exemplars are passed over.
 * Source: OpenTelemetry protocol specification 1.10.
 */
export class OtlpDecoder {
  readonly #sink: OtlpSink;
  readonly #writer: PointWriter;
  readonly #maxRemembered: number;
  readonly #known = new Map<string, KnownSeries>();
  #remembered = 0;
  #counts = { points: 0, seen: 0, rejectedPoints: 0 };
  #reasons = new Map<string, string>();

  /** @param maxRemembered characters of names and attributes after which all are forgotten, to bound the memory */
  constructor(sink: OtlpSink, maxRemembered = 24 * 1024 ** 2) {
    this.#sink = sink;
    this.#writer = new PointWriter(sink);
    this.#maxRemembered = maxRemembered;
  }

  /**
   * Reads one request, gzip allowed. What came before the error has reached the sink by then.
   * @throws `invalid` or `too-large`
   */
  decode(body: Uint8Array, { encoding, stream, runStartMs }: OtlpSource): OtlpCounts {
    this.#counts = { points: 0, seen: 0, rejectedPoints: 0 };
    this.#reasons = new Map();
    this.#writer.restart(runStartMs ?? Number.POSITIVE_INFINITY);
    const content = open(body);
    const metrics = encoding === 'json' ? readJson(content) : readProtobuf(content);
    for (const metric of metrics) this.#readMetric(metric, stream);
    const { points, rejectedPoints } = this.#counts;
    return {
      points,
      numbers: this.#writer.numbers,
      rejectedPoints,
      message: [...this.#reasons.values()].join('; '),
    };
  }

  #readMetric(metric: OtlpMetric, stream: string): void {
    this.#checkSize();
    const labels = labelsOfResource(metric.resource);
    const meaning = `${metric.isSum}${metric.isMonotonic}${metric.temporality}`;
    const prefix = [
      stream,
      metric.name,
      metric.unit,
      metric.scope,
      meaning,
      labels.job,
      labels.instance,
    ].join('\0');
    for (const point of metric.points) {
      this.#checkSize();
      if (point.hasNoValue) continue;
      const problem = findProblem(metric, point);
      if (problem !== null) {
        this.#refuse(metric, problem);
        continue;
      }
      const key = `${prefix}\0${point.type}\0${point.attributes.key}`;
      const known = this.#known.get(key) ?? this.#remember(key, metric, labels, point);
      this.#writer.write(metric, point, known);
      this.#counts.points += 1;
    }
  }

  #remember(
    key: string,
    metric: OtlpMetric,
    labels: Readonly<Record<string, string>>,
    point: OtlpPoint,
  ): KnownSeries {
    const known = new KnownSeries(this.#sink, metric.name, { ...labels, ...point.attributes.read() });
    // The labels take about as much again.
    const size = 2 * key.length + perSeries;
    this.#remembered += size;
    if (this.#remembered > this.#maxRemembered) {
      this.#known.clear();
      this.#remembered = size;
    }
    this.#known.set(key, known);
    return known;
  }

  #refuse(metric: OtlpMetric, problem: string): void {
    this.#counts.rejectedPoints += 1;
    if (this.#reasons.has(problem) || this.#reasons.size >= maxReasons) return;
    const name = plainText(metric.name, 100);
    this.#reasons.set(problem, name === '' ? problem : `${name}: ${problem}`);
  }

  #checkSize(): void {
    this.#counts.seen += 1;
    if (this.#counts.seen > maxPoints)
      throw tooLarge(`expected at most ${maxPoints} metrics and points in one request`);
    if (this.#writer.numbers > maxNumbers)
      throw tooLarge(`expected points of at most ${maxNumbers} numbers in one request`);
  }
}

/** The request itself, told from gzip by its first bytes. */
function open(body: Uint8Array): Uint8Array {
  if (!isGzip(body)) {
    if (body.length > maxRequestBytes) throw tooLarge(`expected at most ${maxRequestBytes} bytes`);
    return body;
  }
  try {
    return gunzipSync(body, { maxOutputLength: maxRequestBytes });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(`expected at most ${maxRequestBytes} bytes after decompression`);
    throw malformed('its gzip data are damaged or end too early');
  }
}

function tooLarge(message: string): ProofloadError {
  return new ProofloadError('too-large', `The body is too large: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
