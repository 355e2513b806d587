import { ProofloadError } from '@proofload/domain';
import { type SeriesIdentity, seriesKey } from '@proofload/series';
import type { ReportedSeries } from './reported-series.ts';

/** Reported series of one upload; half of what an origin has room for beside its sampled series. */
const maxReported = 5_000;
/** Characters of all their names and labels. */
const maxCharacters = 8 * 1024 ** 2;

/** Figures of a distribution as its source reported them; those that are missing were not. */
export interface Quantiles {
  min?: number | null | undefined;
  max?: number | null | undefined;
  avg?: number | null | undefined;
  /** By name: `p50`, `p99.9`. */
  percentiles: Readonly<Record<string, number>>;
}

/** Gathers what a source reports over a whole run. A figure that is told again replaces the one before. */
export class ReportedFigures {
  readonly #series = new Map<string, ReportedSeries>();
  #characters = 0;

  list(): ReportedSeries[] {
    return [...this.#series.values()];
  }

  /** One number, as one observation of a level. */
  addLevel(identity: Omit<SeriesIdentity, 'kind'>, value: number): void {
    const totals = { count: 1, sum: value, min: value, max: value, last: value };
    this.#add({ ...identity, kind: 'gauge' }, totals, { avg: value }, null);
  }

  /** What was counted. @param rate per second, where the source says it */
  addCount(identity: Omit<SeriesIdentity, 'kind'>, value: number, rate: number | null = null): void {
    const totals = { count: 1, sum: value, min: null, max: null, last: null };
    this.#add({ ...identity, kind: 'delta' }, totals, {}, rate);
  }

  /** A distribution of which the number of observations is not known. */
  addQuantiles(
    identity: Omit<SeriesIdentity, 'kind'>,
    { min = null, max = null, avg = null, percentiles }: Quantiles,
  ): void {
    const quantiles = { ...percentiles, ...(avg === null ? {} : { avg }) };
    this.#add(
      { ...identity, kind: 'distribution' },
      { count: 0, sum: 0, min, max, last: null },
      quantiles,
      null,
    );
  }

  #add(
    identity: SeriesIdentity,
    totals: ReportedSeries['totals'],
    quantiles: Record<string, number>,
    rate: number | null,
  ): void {
    const key = seriesKey(identity);
    if (!this.#series.has(key)) this.#characters += key.length;
    if (this.#characters > maxCharacters || (!this.#series.has(key) && this.#series.size >= maxReported)) {
      const message = `expected at most ${maxReported} reported figures, with short names`;
      throw new ProofloadError('too-large', `There are too many figures: ${message}`, {
        fields: [{ field: 'body', message }],
      });
    }
    this.#series.set(key, {
      identity,
      totals,
      reported: { quantiles, rate, thresholds: {}, isPart: false },
    });
  }
}
