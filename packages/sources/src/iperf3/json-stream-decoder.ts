import type { SampleSink } from '@proofload/series';
import { z } from 'zod';
import { invalidLine } from '../stream/invalid-line.ts';
import { parsePiece } from '../stream/json-piece.ts';
import { LineSplitter } from '../stream/line-splitter.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import { Iperf3Results } from './iperf3-results.ts';
import { endSchema, intervalSchema, startSchema } from './iperf3-shapes.ts';

const eventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), data: startSchema }),
  z.object({ event: z.literal('interval'), data: intervalSchema }),
  z.object({ event: z.literal('end'), data: endSchema }),
  z.object({ event: z.literal('error'), data: z.string() }),
]);
/** Events that tell nothing that is kept. */
const otherEventSchema = z.object({ event: z.string() });
const knownEvents = new Set<string>(['start', 'interval', 'end', 'error']);

/** Reads the lines of `iperf3 --json-stream` (3.17 and newer). */
export class Iperf3StreamDecoder implements ResultDecoder {
  readonly #results: Iperf3Results;
  readonly #splitter = new LineSplitter((bytes, start, end, line) =>
    this.#readLine(bytes.toString('utf8', start, end), line),
  );

  constructor(sink: SampleSink) {
    this.#results = new Iperf3Results(sink);
  }

  get lines(): number {
    return this.#splitter.lines;
  }

  get samples(): number {
    return this.#results.samples;
  }

  write(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
    this.#results.finish();
  }

  warnings(): string[] {
    return this.#results.warnings.list();
  }

  notes(): string[] {
    return this.#results.notes;
  }

  reported(): ReportedSeries[] {
    return this.#results.figures.list();
  }

  #readLine(text: string, line: number): void {
    if (text.trim() === '') return;
    if (text.trimEnd() === '{')
      throw invalidLine(line, 'expected one event to a line; leave --json-stream-full-output away');
    const piece = { key: null, index: null, text, line };
    const { event } = parsePiece(piece, otherEventSchema, 'iperf3');
    if (!knownEvents.has(event)) return;
    const known = parsePiece(piece, eventSchema, 'iperf3');
    if (known.event === 'start') this.#results.takeStart(known.data);
    else if (known.event === 'interval') this.#results.takeInterval(known.data, `line ${line}`);
    else if (known.event === 'end') this.#results.takeEnd(known.data);
    else this.#results.takeError(known.data);
  }
}
