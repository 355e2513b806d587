import { ProofloadError } from '@proofload/domain';
import type { OpenChunk, Rollup } from '@proofload/series';
import type pg from 'pg';
import { createStreamWriter, type StreamDescription } from './accept-samples.ts';
import { addOrigin } from './add-origin.ts';
import { mergeStreams } from './merge-streams.ts';
import { createSampleReader } from './read-samples.ts';
import { RecentPieces } from './recent-pieces.ts';
import { seriesPerOrigin, type TotalsRow, writeRollup, writeTotals } from './series-rows.ts';
import { makeOverviews } from './settle-run.ts';
import { inTransaction, lockRun, requireOwner } from './transaction.ts';

export interface OriginDescription {
  /** Such as `k6:default`; a new upload of a name replaces the earlier one. */
  name: string;
  /** `k6`, `scrape`, `prometheus`, ... */
  source: string;
  format: string;
  /** True for an upload, which nobody sees before it ends; false for a stream, which is shown live. */
  isStaged: boolean;
  /** The worker that must hold the lease of the run: one that was cut off shall not replace what its successor reads. */
  owner?: string;
}

export interface OriginHandle {
  runKey: bigint;
  origin: number;
}

export interface OriginEnd {
  format: string;
  /** What it turned out to come from; as it was opened when it is left out. */
  source?: string | undefined;
  sha256: string | null;
  samples: number;
  lines: number;
  bytes: number;
  warnings: readonly string[];
  /** False when the source broke off. */
  isComplete: boolean;
  /** Whether samples are added to those of an earlier upload of the name instead of replacing them. */
  isAddition?: boolean;
}

interface OriginRow {
  origin: number;
  sha256: string | null;
  complete: boolean;
}

/** Largest number of an origin whose series ids fit into 32 bits. */
const maxOrigin = Math.floor(2 ** 31 / seriesPerOrigin) - 1;

/**
 * Samples of runs: roll-ups in compressed chunks, one range of keys per run, replaced origin by origin.
 * Two writers of one run have origins of their own, so neither can damage the other's; a writer whose origin was
 * replaced meanwhile fails with `conflict`.
 */
export function createSampleStore(pool: pg.Pool) {
  const openStream = async (runKey: bigint, { name, source, format }: StreamDescription): Promise<number> => {
    const known = await findOrigin(pool, runKey, name);
    if (known) return known.origin;
    return inTransaction(pool, async (client) => {
      await lockRun(client, runKey);
      const opened = await findOrigin(client, runKey, name);
      if (opened) return opened.origin;
      const origin = await nextOrigin(client, runKey);
      await client.query(
        'INSERT INTO "SeriesOrigin" ("runKey", "origin", "name", "source", "format", "complete") VALUES ($1, $2, $3, $4, $5, true)',
        [runKey, origin, name, source, format],
      );
      return origin;
    });
  };
  const recent = new RecentPieces();
  const merge = (runKeys: readonly bigint[]): Promise<void> => mergeStreams(pool, runKeys, recent);
  return {
    ...createSampleReader(pool, merge),
    ...createStreamWriter(pool, { openStream, merge: (runKey) => merge([runKey]), recent }),

    /** Opens an origin for writing. One that was abandoned under the same staged name is left to `dropStaleStaged`. */
    async openOrigin(runKey: bigint, description: OriginDescription): Promise<OriginHandle> {
      return inTransaction(pool, async (client) => {
        await lockRun(client, runKey);
        if (description.owner !== undefined) await requireOwner(client, runKey, description.owner);
        const origin = await nextOrigin(client, runKey);
        const name = description.isStaged ? `${description.name}#${origin}` : description.name;
        const earlier = description.isStaged ? null : await findOrigin(client, runKey, name);
        if (earlier) await deleteOrigin(client, runKey, earlier.origin);
        await client.query(
          'INSERT INTO "SeriesOrigin" ("runKey", "origin", "name", "source", "format", "staged") VALUES ($1, $2, $3, $4, $5, $6)',
          [runKey, origin, name, description.source, description.format, description.isStaged],
        );
        return { runKey, origin };
      });
    },

    /** Writes chunks that changed, together with the totals of their series, whole or not at all. Repeatable. */
    async write(handle: OriginHandle, rollup: Rollup, dirty: readonly OpenChunk[]): Promise<void> {
      if (dirty.length === 0) return;
      await inTransaction(pool, async (client) => {
        await holdOrigin(client, handle);
        await writeRollup(client, handle.runKey, handle.origin, rollup, dirty);
      });
    },

    /**
     * Writes totals of series that have no points (k6 summaries).
     * @param firstRef number of the first of them in the origin, behind the series that have points
     */
    async writeTotals(handle: OriginHandle, rows: readonly TotalsRow[], firstRef = 0): Promise<void> {
      if (firstRef + rows.length > seriesPerOrigin) {
        const message = `expected at most ${seriesPerOrigin} series`;
        throw new ProofloadError('too-large', `There are too many series: ${message}`, {
          fields: [{ field: 'body', message }],
        });
      }
      const first = handle.origin * seriesPerOrigin + firstRef;
      const series = rows.map((row, index) => ({ seriesId: first + index, row }));
      await inTransaction(pool, async (client) => {
        await holdOrigin(client, handle);
        await writeTotals(client, handle.runKey, series);
      });
    },

    /**
     * Ends an origin: what was staged takes the place of the earlier upload of its name, or is added to it, in one step.
     * @returns false when nothing has changed: the same bytes were stored before, or this upload broke off and the
     *   earlier one was whole
     */
    async closeOrigin(handle: OriginHandle, name: string, end: OriginEnd): Promise<boolean> {
      return inTransaction(pool, async (client) => {
        await lockRun(client, handle.runKey);
        await holdOrigin(client, handle);
        const earlier = await findOrigin(client, handle.runKey, name, handle.origin);
        const isSame = end.sha256 !== null && earlier?.sha256 === end.sha256;
        if (earlier?.complete && (isSame || !end.isComplete)) {
          await deleteOrigin(client, handle.runKey, handle.origin);
          return false;
        }
        if (earlier && end.isAddition) {
          await addOrigin(client, handle.runKey, handle.origin, earlier.origin);
          await deleteOrigin(client, handle.runKey, handle.origin);
          await saveEnd(client, { ...handle, origin: earlier.origin }, name, end);
          return true;
        }
        if (earlier) await deleteOrigin(client, handle.runKey, earlier.origin);
        await saveEnd(client, handle, name, end);
        return true;
      });
    },

    /** Makes the overviews of long series, of what is there by now. Repeatable. */
    async makeOverviews(runKey: bigint): Promise<void> {
      await merge([runKey]);
      await makeOverviews(pool, runKey);
    },

    /**
     * Readies a run whose samples stay as they are for being read: merges what waits, makes the overviews of long series,
     * forgets which requests were accepted. Repeatable.
     */
    async settleRun(runKey: bigint): Promise<void> {
      await merge([runKey]);
      await makeOverviews(pool, runKey);
      await pool.query('DELETE FROM "SamplePiece" WHERE "runKey" = $1 AND "data" IS NULL', [runKey]);
    },

    /** Whether an origin is there and was read to its end. */
    async isComplete(runKey: bigint, name: string): Promise<boolean> {
      return (await findOrigin(pool, runKey, name))?.complete === true;
    },

    /** Removes an origin that came to nothing. */
    async dropOrigin(handle: OriginHandle): Promise<void> {
      await inTransaction(pool, (client) => deleteOrigin(client, handle.runKey, handle.origin));
    },

    /** Removes uploads that were begun and never ended, because their process died. */
    async dropStaleStaged(olderThanMs: number): Promise<number> {
      const { rows } = await pool.query<{ runKey: string; origin: number }>(
        `SELECT "runKey", "origin" FROM "SeriesOrigin" WHERE "staged" AND "updatedAt" < now() - $1 * interval '1 millisecond' LIMIT 100`,
        [olderThanMs],
      );
      let dropped = 0;
      for (const { runKey, origin } of rows) {
        const isDropped = await inTransaction(pool, async (client) => {
          // It may have ended, or gone on, since it was looked for.
          const { rowCount } = await client.query(
            `SELECT 1 FROM "SeriesOrigin" WHERE "runKey" = $1 AND "origin" = $2 AND "staged"
             AND "updatedAt" < now() - $3 * interval '1 millisecond' FOR UPDATE`,
            [runKey, origin, olderThanMs],
          );
          if (rowCount === 1) await deleteOrigin(client, BigInt(runKey), origin);
          return rowCount === 1;
        });
        if (isDropped) dropped += 1;
      }
      return dropped;
    },
  };
}

export type SampleStore = ReturnType<typeof createSampleStore>;

async function nextOrigin(client: pg.PoolClient, runKey: bigint): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    'SELECT coalesce(max("origin") + 1, 0)::int AS next FROM "SeriesOrigin" WHERE "runKey" = $1',
    [runKey],
  );
  const next = rows[0]?.next ?? 0;
  if (next > maxOrigin) {
    throw new ProofloadError('conflict', `A run may be uploaded to at most ${maxOrigin} times`);
  }
  return next;
}

/** Notes that the origin is being written, and keeps it from being replaced until the transaction ends. */
async function holdOrigin(client: pg.PoolClient, { runKey, origin }: OriginHandle): Promise<void> {
  const { rowCount } = await client.query(
    'UPDATE "SeriesOrigin" SET "updatedAt" = now() WHERE "runKey" = $1 AND "origin" = $2',
    [runKey, origin],
  );
  if (rowCount !== 1) {
    throw new ProofloadError(
      'conflict',
      'These samples were replaced by a newer upload, or the run was deleted',
    );
  }
}

async function findOrigin(
  client: pg.Pool | pg.PoolClient,
  runKey: bigint,
  name: string,
  except: number | null = null,
): Promise<OriginRow | null> {
  const { rows } = await client.query<OriginRow>(
    `SELECT "origin", "sha256", "complete" FROM "SeriesOrigin"
     WHERE "runKey" = $1 AND "name" = $2 AND "origin" IS DISTINCT FROM $3::int`,
    [runKey, name, except],
  );
  return rows[0] ?? null;
}

async function saveEnd(
  client: pg.PoolClient,
  { runKey, origin }: OriginHandle,
  name: string,
  end: OriginEnd,
): Promise<void> {
  await client.query(
    `UPDATE "SeriesOrigin" SET "name" = $3, "format" = $4, "sha256" = $5, "samples" = $11 * "samples" + $6, "lines" = $11 * "lines" + $7,
       "bytes" = $11 * "bytes" + $8, "warnings" = $9, "complete" = $10, "source" = coalesce($12, "source"), "staged" = false, "updatedAt" = now()
     WHERE "runKey" = $1 AND "origin" = $2`,
    [
      runKey,
      origin,
      name,
      end.format,
      end.sha256,
      end.samples,
      end.lines,
      end.bytes,
      JSON.stringify(end.warnings),
      end.isComplete,
      end.isAddition ? 1 : 0,
      end.source ?? null,
    ],
  );
}

async function deleteOrigin(client: pg.PoolClient, runKey: bigint, origin: number): Promise<void> {
  const range = [runKey, origin * seriesPerOrigin, (origin + 1) * seriesPerOrigin];
  const ofRange = 'WHERE "runKey" = $1 AND "seriesId" >= $2 AND "seriesId" < $3';
  await client.query(`DELETE FROM "SeriesChunk" ${ofRange}`, range);
  await client.query(`DELETE FROM "Series" ${ofRange}`, range);
  await client.query('DELETE FROM "SeriesOrigin" WHERE "runKey" = $1 AND "origin" = $2', [runKey, origin]);
}
