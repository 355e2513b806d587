import type { OriginHandle } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import {
  Rollup,
  type RollupOptions,
  type SampleSink,
  type SeriesIdentity,
  type SeriesRef,
  type Sketch,
} from '@proofload/series';
import type { ServiceContext } from '../context.ts';
import { cleanIdentity } from './clean-identity.ts';
import { type RetryOptions, retryWhileAway } from './retry-while-away.ts';

/** Series kept apart in one upload or stream; the observations of further ones are folded together per metric. */
const maxSeries = 10_000;
const maxMetrics = 5_000;
/** Open points that are held before chunks are closed; a second of a trend takes about two kilobytes. */
const maxOpenPoints = 20000;

export interface RollupSinkOptions {
  handle: OriginHandle;
  retry: RetryOptions;
  /** Time between two writes of a stream that is shown live; null writes only when memory asks for it. */
  flushEveryMs: number | null;
  rollup?: Partial<RollupOptions>;
}

/** The one sink: rolls samples up and writes them into an origin of a run. Call `flush` at the end. */
export class RollupSink implements SampleSink {
  readonly rollup: Rollup;
  readonly #ctx: Pick<ServiceContext, 'samples' | 'clock' | 'log'>;
  readonly #options: RollupSinkOptions;
  readonly #metrics = new Set<string>();
  #nextFlushMs: number;

  constructor(ctx: Pick<ServiceContext, 'samples' | 'clock' | 'log'>, options: RollupSinkOptions) {
    this.#ctx = ctx;
    this.#options = options;
    const isLive = options.flushEveryMs !== null;
    // A live chunk is written again and again until it is closed, so it is kept short.
    const chunkPoints = isLive ? 120 : 512;
    this.rollup = new Rollup({
      maxSeries,
      maxOpenPoints,
      chunkPoints,
      gaugeResolutionMs: 1000,
      ...options.rollup,
    });
    this.#nextFlushMs = ctx.clock.nowMs() + (options.flushEveryMs ?? 0);
  }

  series(identity: SeriesIdentity): SeriesRef {
    const clean = cleanIdentity(identity);
    if (!this.#metrics.has(clean.metric)) {
      if (this.#metrics.size >= maxMetrics) {
        const message = `expected at most ${maxMetrics} metrics`;
        throw new ProofloadError('too-large', `There are too many metrics: ${message}`, {
          fields: [{ field: 'body', message }],
        });
      }
      this.#metrics.add(clean.metric);
    }
    return this.rollup.series(clean);
  }

  add(ref: SeriesRef, timeMs: number, value: number): void {
    this.rollup.add(ref, timeMs, value);
  }

  addSketch(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    this.rollup.addSketch(ref, timeMs, sketch);
  }

  addCounted(ref: SeriesRef, timeMs: number, sketch: Sketch): void {
    this.rollup.addCounted(ref, timeMs, sketch);
  }

  async drain(): Promise<void> {
    const { flushEveryMs } = this.#options;
    const isDue = flushEveryMs !== null && this.#ctx.clock.nowMs() >= this.#nextFlushMs;
    if (isDue || this.rollup.isFull) await this.flush();
  }

  /** Writes everything that changed, waiting for a database that is away. */
  async flush(): Promise<void> {
    const startedMs = this.#ctx.clock.nowMs();
    const dirty = this.rollup.takeDirty();
    const { handle, retry, flushEveryMs } = this.#options;
    await retryWhileAway(this.#ctx, () => this.#ctx.samples.write(handle, this.rollup, dirty), retry);
    const tookMs = this.#ctx.clock.nowMs() - startedMs;
    // Writing takes at most a tenth of the time, however many series there are.
    this.#nextFlushMs = startedMs + Math.max(flushEveryMs ?? 0, tookMs * 10);
  }

  /** First and last observation over all series. */
  get span(): { firstMs: number | null; lastMs: number | null } {
    let firstMs = Number.POSITIVE_INFINITY;
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const { totals } of this.rollup.entries) {
      firstMs = Math.min(firstMs, totals.firstMs);
      lastMs = Math.max(lastMs, totals.lastMs);
    }
    return Number.isFinite(firstMs) ? { firstMs, lastMs } : { firstMs: null, lastMs: null };
  }

  warnings(): string[] {
    const { foldedSeries, refusedValues } = this.rollup;
    return [
      ...(foldedSeries > 0
        ? [
            `There are more than ${maxSeries} series; the others were folded into one per metric, totals stay exact`,
          ]
        : []),
      ...(refusedValues > 0 ? [`${refusedValues} values that are not finite numbers were left out`] : []),
    ];
  }
}
