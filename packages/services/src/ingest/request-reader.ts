import type { SampleColumns, SampleSink, SeriesIdentity } from '@proofload/series';
import { SampleCollector } from './sample-collector.ts';

/** Series of all senders that are remembered. */
const maxRememberedSeries = 200_000;

/** What a request was found to hold. */
export interface Reading<C> {
  /** What the decoder says of it. */
  counts: C;
  /** What the numbers in `columns.series` mean. */
  dictionary: readonly SeriesIdentity[];
  columns: SampleColumns;
  /** Samples without a possible time or value, which are not among the columns. */
  refused: number;
}

/** Reads requests whole or not at all, with a decoder that knows the series which it has seen before. */
export class RequestReader<D> {
  readonly #createDecoder: (sink: Omit<SampleSink, 'drain'>) => D;
  #collector = new SampleCollector();
  #decoder: D;

  constructor(createDecoder: (sink: Omit<SampleSink, 'drain'>) => D) {
    this.#createDecoder = createDecoder;
    this.#decoder = createDecoder(this.#collector);
  }

  /** Throws what the decoder throws. */
  read<C>(decode: (decoder: D) => C): Reading<C> {
    if (this.#collector.dictionary.length > maxRememberedSeries) this.forget();
    const { dictionary } = this.#collector;
    try {
      const counts = decode(this.#decoder);
      return { counts, dictionary, ...this.#collector.take() };
    } catch (error) {
      this.#collector.take();
      throw error;
    }
  }

  /** Makes the decoder begin anew, so that it says again what it took for said. */
  forget(): void {
    this.#collector = new SampleCollector();
    this.#decoder = this.#createDecoder(this.#collector);
  }
}
