import { ProofloadError } from '@proofload/domain';
import type { SampleSink, SeriesRef } from '@proofload/series';
import { plainText } from '../stream/plain-text.ts';
import { ReportedFigures } from '../stream/reported-figures.ts';
import { SeriesMemory } from '../stream/series-memory.ts';
import { WarningList } from '../stream/warning-list.ts';
import {
  countNames,
  counts,
  type End,
  type Figures,
  type Interval,
  levelNames,
  levels,
  type Start,
} from './iperf3-shapes.ts';
import { reportEnd } from './report-end.ts';
import { spreadCount } from './spread-count.ts';

/** Share by which an interval's length may differ from the distance of its ends. */
const tolerance = 0.05;
/** iperf3 itself takes at most 128. */
const maxStreams = 1_000;

/** What iperf3 says of one test, as samples and reported figures. Intervals come after the start, which has the time. */
export class Iperf3Results {
  samples = 0;
  readonly figures = new ReportedFigures();
  readonly warnings = new WarningList();
  readonly notes: string[] = [];
  readonly #sink: SampleSink;
  readonly #memory = new SeriesMemory<SeriesRef>();
  readonly #streams = new Map<number, string>();
  /** Ends of the newest interval of each stream and sum, in seconds of the test. */
  readonly #ends = new Map<string, number>();
  #start: Start | null = null;
  #error: string | null = null;
  #omitted = 0;
  #hasEnd = false;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  takeStart(start: Start): void {
    if (this.#start !== null) {
      const message = 'expected one test to a file; a server writes one after another';
      throw new ProofloadError('invalid', `There is a second start: ${message}`, {
        fields: [{ field: 'start', message }],
      });
    }
    this.#start = start;
    const { protocol, num_streams: streams, duration } = start.test_start ?? {};
    const parts = [start.version, protocol, streams && `streams: ${streams}`, duration && `${duration} s`];
    this.notes.push(plainText(parts.filter(Boolean).join(', ')));
  }

  /** @param at names the interval in errors */
  takeInterval({ streams, sum, sum_bidir_reverse: reverse }: Interval, at: string): void {
    const startMs = this.#startMs(at);
    if ((sum ?? streams[0])?.omitted) {
      this.#omitted += 1;
      return;
    }
    const take = (metric: string, figures: Figures, labels: Record<string, string>): void =>
      this.#takeFigures(metric, figures, labels, startMs);
    if (sum) take('iperf3', sum, { direction: this.#directionOf(sum) });
    if (reverse) take('iperf3', reverse, { direction: this.#directionOf(reverse) });
    for (const figures of streams) {
      if (!figures.omitted) take('iperf3_stream', figures, this.#labelsOfStream(figures));
    }
  }

  takeEnd(end: End): void {
    this.#hasEnd = reportEnd(end, this.figures, (figures) => this.#labelsOfStream(figures));
  }

  takeError(message: string): void {
    this.#error = plainText(message.trim(), 300) || 'an error without a message';
  }

  /** Throws `invalid` with iperf3's own message when there is nothing but an error. */
  finish(): void {
    if (this.#omitted > 0)
      this.notes.push(`Intervals that iperf3 omitted (-O) were left out, as it does: ${this.#omitted}`);
    const isEmpty = this.samples === 0 && !this.#hasEnd;
    if (isEmpty) {
      const message = this.#error ?? 'there is no interval and no end';
      throw new ProofloadError('invalid', `iperf3 measured nothing: ${message}`, {
        fields: [{ field: 'error', message: `expected a result of iperf3, not an error: ${message}` }],
      });
    }
    if (this.#error !== null) this.warnings.add(`iperf3 ended with an error: ${this.#error}`);
    else if (!this.#hasEnd)
      this.warnings.add('iperf3 was cut off: its figures over the whole test are missing');
  }

  /** Unix milliseconds at which the part of the test that counts begins. */
  #startMs(at: string): number {
    const time = this.#start?.timestamp;
    if (!time) {
      const field = 'start.timestamp.timesecs';
      throw new ProofloadError('invalid', `${at} has no time: expected ${field} before it`, {
        fields: [{ field, message: 'expected the unix time at which the test began, before its intervals' }],
      });
    }
    return (time.timemillisecs ?? time.timesecs * 1000) + (this.#start?.test_start?.omit ?? 0) * 1000;
  }

  /** Seen from the host that wrote the file. */
  #directionOf({ sender }: Figures): 'sent' | 'received' {
    const isSender = sender ?? !this.#start?.test_start?.reverse;
    return isSender ? 'sent' : 'received';
  }

  #labelsOfStream(figures: Figures): Record<string, string> {
    const socket = figures.socket ?? 0;
    let stream = this.#streams.get(socket);
    if (stream === undefined) {
      if (this.#streams.size >= maxStreams) {
        const message = `expected at most ${maxStreams} streams`;
        throw new ProofloadError('too-large', `There are too many streams: ${message}`, {
          fields: [{ field: 'streams', message }],
        });
      }
      stream = String(this.#streams.size + 1);
      this.#streams.set(socket, stream);
    }
    return { stream, direction: this.#directionOf(figures) };
  }

  #takeFigures(metric: string, figures: Figures, labels: Record<string, string>, startMs: number): void {
    const track = `${metric} ${labels.stream ?? ''} ${labels.direction ?? ''}`;
    const { from, to, throughput } = this.#rangeOf(figures, track);
    const [fromMs, toMs] = [startMs + from * 1000, startMs + to * 1000];
    for (const name of levelNames) {
      const value = name === 'bits_per_second' ? throughput : figures[name];
      if (value == null) continue;
      this.#sink.add(this.#series(`${metric}_${name}`, 'gauge', levels[name], labels), fromMs, value);
      this.samples += 1;
    }
    for (const name of countNames) {
      const value = figures[name];
      if (value == null) continue;
      const ref = this.#series(`${metric}_${name}`, 'delta', counts[name], labels);
      spreadCount({ fromMs, toMs }, value, (timeMs, part) => this.#sink.add(ref, timeMs, part));
      this.samples += 1;
    }
  }

  #series(metric: string, kind: 'gauge' | 'delta', unit: string | null, labels: Record<string, string>) {
    const key = `${metric} ${labels.stream ?? ''} ${labels.direction ?? ''}`;
    return this.#memory.find(key, () => this.#sink.series({ metric, kind, unit, labels }));
  }

  /**
   * The part of the test that an interval covers, in seconds, and its throughput. After omitted intervals, iperf3 3.12
   * takes the time of two for the length of one, which halves its throughput; its bytes and its end are right.
   */
  #rangeOf(
    figures: Figures,
    track: string,
  ): { from: number; to: number; throughput: number | null | undefined } {
    const [start, end] = [figures.start ?? 0, figures.end ?? figures.start ?? 0];
    const seconds = figures.seconds ?? end - start;
    const before = this.#ends.get(track) ?? 0;
    this.#ends.set(track, end);
    const isPlausible = Math.abs(end - start - seconds) <= tolerance * Math.max(seconds, 0.1);
    if (isPlausible || end <= before || figures.bytes == null)
      return { from: start, to: Math.max(start, end), throughput: figures.bits_per_second };
    this.warnings.add(
      `iperf3 gives an interval of ${seconds.toFixed(2)} s for the time from ${before.toFixed(2)} to ${end.toFixed(2)} s; its throughput was taken from its bytes`,
    );
    return { from: before, to: end, throughput: (figures.bytes * 8) / (end - before) };
  }
}
