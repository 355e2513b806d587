import { encodeSampleColumns, type SampleColumns, type SeriesIdentity } from '@proofload/series';
import type pg from 'pg';
import { isDatabaseAway } from '../is-database-away.ts';
import { compressFast } from './chunk-bytes.ts';
import { createPieceInserter } from './insert-pieces.ts';
import type { RecentPieces } from './recent-pieces.ts';
import { registerSeries } from './register-series.ts';
import { inTransaction, lockRun } from './transaction.ts';

/** What one process lets wait of a run before it merges; the first reader merges in any case. */
const maxWaitingSamples = 1_000_000;
const maxWaitingPieces = 1024;
/** Ids of series that are remembered over all streams. */
const maxRememberedIds = 500_000;

/** Samples of one request. */
export interface SampleBatch {
  /** What the numbers in `columns.series` mean. Only grows, and may be shared by any number of batches. */
  dictionary: readonly SeriesIdentity[];
  columns: SampleColumns;
  /** SHA-256 of what was sent: the same again changes nothing. */
  digest: Uint8Array;
}

/** A stream as this process knows it. */
interface KnownStream {
  origin: number;
  dictionary: readonly SeriesIdentity[];
  /** By place in the dictionary. */
  ids: (number | undefined)[];
  /** The newest registration of series, after which the next one begins. */
  registering: Promise<void>;
  /** What this process has accepted since it last merged. */
  samples: number;
  pieces: number;
}

interface StreamWriterParts {
  /** Finds or makes the origin of a stream. */
  openStream(runKey: bigint, stream: StreamDescription): Promise<number>;
  /** Merges what waits of a run. */
  merge(runKey: bigint): Promise<void>;
  /** Takes what was accepted, for whoever merges it. */
  recent: RecentPieces;
}

/**
 * Accepts the samples of streams, each request with one insert. Everything that it remembers can be read again from the
 * database, so any number of processes may write into one stream.
 */
export function createStreamWriter(pool: pg.Pool, { openStream, merge, recent }: StreamWriterParts) {
  const insertPiece = createPieceInserter(pool);
  const streams = new Map<string, KnownStream>();
  let rememberedIds = 0;
  const forgetStreams = (): void => {
    streams.clear();
    rememberedIds = 0;
  };
  // The server that is there next may be a standby, which lacks the newest series or gives their ids to others.
  pool.on('error', forgetStreams);

  const findStream = async (
    runKey: bigint,
    stream: StreamDescription,
    { dictionary }: SampleBatch,
  ): Promise<KnownStream> => {
    const key = `${runKey}\0${stream.name}`;
    const known = streams.get(key);
    if (known?.dictionary === dictionary) return known;
    const origin = known?.origin ?? (await openStream(runKey, stream));
    const fresh: KnownStream = {
      origin,
      dictionary,
      ids: [],
      registering: Promise.resolve(),
      samples: 0,
      pieces: 0,
    };
    if (rememberedIds > maxRememberedIds || streams.size > maxRememberedIds) forgetStreams();
    streams.set(key, fresh);
    return fresh;
  };

  const registerUnknown = async (
    runKey: bigint,
    { origin, ids }: KnownStream,
    batch: SampleBatch,
    places: readonly number[],
  ): Promise<void> => {
    const unknown = places.filter((place) => ids[place] === undefined);
    if (unknown.length === 0) return;
    const identities = unknown.flatMap((place) => batch.dictionary[place] ?? []);
    const registered = await inTransaction(pool, async (client) => {
      await lockRun(client, runKey);
      return registerSeries(client, runKey, origin, identities);
    });
    for (const [index, place] of unknown.entries()) ids[place] = registered[index];
    rememberedIds += unknown.length;
  };

  const registerNew = async (runKey: bigint, known: KnownStream, batch: SampleBatch): Promise<void> => {
    const { series, sketches, counted } = batch.columns;
    const unknown = new Set<number>();
    for (let at = 0; at < series.length; at++) {
      const place = series[at] as number;
      if (known.ids[place] === undefined) unknown.add(place);
    }
    for (const { series: place } of [...sketches, ...counted])
      if (known.ids[place] === undefined) unknown.add(place);
    if (unknown.size === 0) return;
    // Requests that come at once bring the same series: the first registers them for the others, who go on even if it fails.
    const turn = known.registering
      .catch(() => undefined)
      .then(() => registerUnknown(runKey, known, batch, [...unknown]));
    known.registering = turn;
    await turn;
  };

  const append = async (runKey: bigint, stream: StreamDescription, batch: SampleBatch): Promise<boolean> => {
    const known = await findStream(runKey, stream, batch);
    await registerNew(runKey, known, batch);
    const columns = withIds(batch.columns, known.ids);
    const { digest } = batch;
    const data = compressFast(encodeSampleColumns(columns));
    const samples = countOf(columns);
    const piece = await insertPiece(runKey, { origin: known.origin, samples, digest, data });
    if (piece !== null) recent.remember(runKey, piece, { digest, columns });
    known.samples += samples;
    known.pieces += 1;
    // The sender that finds too much waiting does the work, and is slowed down by it.
    if (known.samples >= maxWaitingSamples || known.pieces >= maxWaitingPieces) {
      known.samples = 0;
      known.pieces = 0;
      await merge(runKey);
    }
    return piece !== null;
  };

  return {
    /**
     * Accepts samples of a stream (remote write, OTLP): after this they are not lost. Any number of writers may send to
     * one stream at once; the same request again changes nothing.
     * @returns false when the same was accepted before
     */
    async appendSamples(runKey: bigint, stream: StreamDescription, batch: SampleBatch): Promise<boolean> {
      try {
        return await append(runKey, stream, batch);
      } catch (error) {
        if (isDatabaseAway(error)) forgetStreams();
        throw error;
      }
    },

    /** Finished runs of which requests are still remembered: whoever finished them died before the end. */
    async findUnsettled(limit: number): Promise<bigint[]> {
      // From run to run through the index, however many requests each has.
      const { rows } = await pool.query<{ key: string }>(
        `WITH RECURSIVE k AS (
           SELECT min("runKey") AS key FROM "SamplePiece"
           UNION ALL SELECT (SELECT min("runKey") FROM "SamplePiece" WHERE "runKey" > k.key) FROM k WHERE k.key IS NOT NULL
         )
         SELECT r."key" FROM k JOIN "Run" r ON r."key" = k.key WHERE r."status" = 'finished' LIMIT $1`,
        [limit],
      );
      return rows.map(({ key }) => BigInt(key));
    },
  };
}

export interface StreamDescription {
  /** Such as `write:default`. */
  name: string;
  /** `remote-write`, `otlp`, ... */
  source: string;
  format: string;
}

function withIds(columns: SampleColumns, ids: readonly (number | undefined)[]): SampleColumns {
  const withId = <S extends { series: number }>(sample: S): S => ({
    ...sample,
    series: ids[sample.series] ?? -1,
  });
  const series = new Float64Array(columns.series.length);
  for (let at = 0; at < series.length; at++) series[at] = ids[columns.series[at] as number] ?? -1;
  return {
    ...columns,
    series,
    sketches: columns.sketches.map(withId),
    counted: columns.counted.map(withId),
  };
}

const countOf = ({ series, sketches, counted }: SampleColumns): number =>
  series.length + sketches.length + counted.length;
