import type { SampleSink, SeriesRef } from '@proofload/series';
import { invalidLine } from '../stream/invalid-line.ts';
import { LineSplitter } from '../stream/line-splitter.ts';
import { Rfc3339Reader } from '../stream/rfc3339.ts';
import { readDecimal } from './decimal.ts';
import type { K6Decoder } from './k6-decoder.ts';
import { kindOfType, unitOfContent } from './k6-metrics.ts';
import { MetricCatalog } from './metric-catalog.ts';
import { type K6Line, k6LineSchema, tagSetSchema } from './ndjson-lines.ts';
import { frameOf, type PointFrame, type PointParts, scanFramed, scanPoint } from './scan-point.ts';

const emptyParts = (): PointParts => ({
  metricStart: 0,
  metricEnd: 0,
  timeStart: 0,
  timeEnd: 0,
  valueStart: 0,
  valueEnd: 0,
  tagsStart: 0,
  tagsEnd: 0,
});

/** A series by the frame of its lines. */
interface FramedSeries extends PointFrame {
  ref: SeriesRef;
  /** Whose line came after one of this series: k6 writes the metrics of each request in the same order. */
  next: FramedSeries | null;
}

/** Bytes of frames after which all are forgotten, to bound the memory. */
const maxFrameBytes = 16 * 1024 ** 2;

/**
 * Reads k6's NDJSON. Lines of the shape that k6 writes are read from their bytes; any other through `JSON.parse`.
 * A line that is neither a metric nor a point throws `invalid` with its number; what came before is in the sink.
 */
export class NdjsonDecoder implements K6Decoder {
  samples = 0;
  readonly #splitter = new LineSplitter((bytes, start, end, line) => this.#readLine(bytes, start, end, line));
  readonly #times = new Rfc3339Reader();
  readonly #parts = emptyParts();
  readonly #framed = new Map<SeriesRef, FramedSeries>();
  #frameBytes = 0;
  #previous: FramedSeries | null = null;
  readonly #catalog: MetricCatalog;
  readonly #sink: SampleSink;

  constructor(sink: SampleSink) {
    this.#sink = sink;
    this.#catalog = new MetricCatalog(sink);
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  /** Whether the last line has no end yet: k6 is still writing it, or was killed in the middle. */
  get hasOpenLine(): boolean {
    return this.#splitter.hasOpenLine;
  }

  write(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  warnings(): string[] {
    return this.#catalog.warnings();
  }

  #readLine(bytes: Buffer, start: number, end: number, line: number): void {
    if (start === end || this.#readExpected(bytes, start, end) || this.#readFast(bytes, start, end)) return;
    const text = bytes.toString('utf8', start, end);
    if (text.trim() === '') return;
    this.#readParsed(parseLine(text, line), line);
  }

  /** False when the line is not of the series that was expected, without having stored anything. */
  #readExpected(bytes: Buffer, start: number, end: number): boolean {
    const expected = this.#previous?.next;
    const parts = this.#parts;
    if (!expected || !scanFramed(bytes, start, end, expected, parts)) return false;
    const timeMs = this.#times.read(bytes, parts.timeStart, parts.timeEnd);
    const value = readDecimal(bytes, parts.valueStart, parts.valueEnd);
    if (Number.isNaN(timeMs) || Number.isNaN(value)) return false;
    this.#sink.add(expected.ref, timeMs, value);
    this.samples += 1;
    this.#previous = expected;
    return true;
  }

  /** Remembers the frame of a line, and after whose it came. */
  #noteFrame(bytes: Buffer, start: number, end: number, ref: SeriesRef): void {
    let framed = this.#framed.get(ref);
    if (!framed) {
      framed = { ...frameOf(bytes, start, end, this.#parts), ref, next: null };
      this.#frameBytes += framed.before.length + framed.after.length;
      if (this.#frameBytes > maxFrameBytes) {
        this.#framed.clear();
        this.#frameBytes = 0;
        this.#previous = null;
      }
      this.#framed.set(ref, framed);
    }
    if (this.#previous) this.#previous.next = framed;
    this.#previous = framed;
  }

  /** False when the line is not in k6's usual shape, without having stored anything. */
  #readFast(bytes: Buffer, start: number, end: number): boolean {
    const parts = this.#parts;
    if (!scanPoint(bytes, start, end, parts)) return false;
    const timeMs = this.#times.read(bytes, parts.timeStart, parts.timeEnd);
    const value = readDecimal(bytes, parts.valueStart, parts.valueEnd);
    if (Number.isNaN(timeMs) || Number.isNaN(value)) return false;
    const slot = this.#catalog.find(bytes.toString('utf8', parts.metricStart, parts.metricEnd));
    const text = bytes.toString('latin1', parts.tagsStart, parts.tagsEnd);
    let ref = slot.byTags.get(text);
    if (ref === undefined) {
      const tags = parseTags(bytes.toString('utf8', parts.tagsStart, parts.tagsEnd));
      if (tags === null) return false;
      ref = this.#catalog.open(slot, text, tags);
    }
    this.#sink.add(ref, timeMs, value);
    this.samples += 1;
    this.#noteFrame(bytes, start, end, ref);
    return true;
  }

  #readParsed(parsed: K6Line, line: number): void {
    if (parsed.type === 'Metric') {
      const kind = kindOfType.get(parsed.data.type);
      if (kind === undefined) {
        throw invalidLine(
          line,
          `expected a type of ${[...kindOfType.keys()].join(', ')}, not ${parsed.data.type}`,
        );
      }
      this.#catalog.declare(parsed.metric, kind, unitOfContent.get(parsed.data.contains) ?? null);
      return;
    }
    const time = Buffer.from(parsed.data.time);
    const timeMs = this.#times.read(time, 0, time.length);
    if (Number.isNaN(timeMs)) throw invalidLine(line, 'expected an RFC 3339 time in data.time');
    const tags = parsed.data.tags ?? {};
    const slot = this.#catalog.find(parsed.metric);
    const text = JSON.stringify(Object.entries(tags).sort());
    this.#sink.add(slot.byTags.get(text) ?? this.#catalog.open(slot, text, tags), timeMs, parsed.data.value);
    this.samples += 1;
  }
}

function parseLine(text: string, line: number): K6Line {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw invalidLine(line, 'expected a JSON object', cause);
  }
  const parsed = k6LineSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue === undefined || issue.path.length === 0 ? '' : ` in ${issue.path.join('.')}`;
  throw invalidLine(
    line,
    `expected a Metric or a Point of k6${path}: ${issue?.message ?? 'another shape'}`,
    parsed.error,
  );
}

function parseTags(text: string): Record<string, string> | null {
  try {
    const parsed = tagSetSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
