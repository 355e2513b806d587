import { ProofloadError } from '@proofload/domain';
import type { SampleSink } from '@proofload/series';
import { z } from 'zod';
import { parsePiece } from '../stream/json-piece.ts';
import { type JsonPiece, JsonSplitter, type MemberUse } from '../stream/json-splitter.ts';
import type { ReportedSeries } from '../stream/reported-series.ts';
import type { ResultDecoder } from '../stream/result-decoder.ts';
import { Iperf3Results } from './iperf3-results.ts';
import { endSchema, intervalSchema, startSchema } from './iperf3-shapes.ts';

const uses: Readonly<Record<string, MemberUse>> = {
  start: 'whole',
  intervals: 'elements',
  end: 'whole',
  error: 'whole',
};
/** Characters of intervals that are held until the start is known: tools that sort names put it last. */
const maxHeld = 32 * 1024 ** 2;

/** Reads the document of `iperf3 --json`. */
export class Iperf3JsonDecoder implements ResultDecoder {
  readonly #results: Iperf3Results;
  readonly #splitter = new JsonSplitter(
    (key) => (Object.hasOwn(uses, key) ? (uses[key] ?? 'skip') : 'skip'),
    (piece) => this.#read(piece),
  );
  #held: JsonPiece[] = [];
  #heldLength = 0;
  #hasStart = false;

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
    this.#release();
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

  #read(piece: JsonPiece): void {
    switch (piece.key) {
      case 'start':
        this.#results.takeStart(parsePiece(piece, startSchema, 'iperf3'));
        this.#hasStart = true;
        this.#release();
        break;
      case 'intervals':
        this.#hasStart ? this.#readInterval(piece) : this.#hold(piece);
        break;
      case 'end':
        this.#results.takeEnd(parsePiece(piece, endSchema, 'iperf3'));
        break;
      case 'error':
        this.#results.takeError(parsePiece(piece, z.string(), 'iperf3'));
    }
  }

  #readInterval(piece: JsonPiece): void {
    const interval = parsePiece(piece, intervalSchema, 'iperf3');
    this.#results.takeInterval(interval, `intervals[${piece.index}]`);
  }

  #hold(piece: JsonPiece): void {
    this.#heldLength += piece.text.length;
    if (this.#heldLength > maxHeld) {
      const message = 'expected the start before the intervals';
      throw new ProofloadError('too-large', `The intervals have no time yet: ${message}`, {
        fields: [{ field: 'start', message }],
      });
    }
    this.#held.push(piece);
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const piece of held) this.#readInterval(piece);
  }
}
