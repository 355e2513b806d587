import { ProofloadError } from '@proofload/domain';
import type pg from 'pg';
import { isDatabaseAway } from '../is-database-away.ts';
import { joinBytes } from './join-bytes.ts';

/** What one statement inserts at most; no piece is larger than a request. */
const maxBatchPieces = 64;
const maxBatchBytes = 16 * 1024 * 1024;

/** Samples of one request, encoded. */
export interface NewPiece {
  origin: number;
  samples: number;
  digest: Uint8Array;
  data: Uint8Array;
}

interface WaitingPiece {
  piece: NewPiece;
  /** Takes the number of the piece; null when the same was accepted before. */
  resolve(number: string | null): void;
  reject(error: unknown): void;
}

/**
 * Inserts pieces, each acknowledged after its commit. What comes of a run while an insert of it is under way goes into
 * the next one together: one statement and one commit for all who wait.
 * @returns inserts a piece and gives its number, or null when the same was accepted before. Throws `conflict` when the
 *   run takes no samples any more
 */
export function createPieceInserter(pool: pg.Pool) {
  /** Pieces that wait, of runs of which an insert is under way. */
  const queues = new Map<bigint, WaitingPiece[]>();

  const drain = async (runKey: bigint, queue: WaitingPiece[]): Promise<void> => {
    while (queue.length > 0) await settleBatch(pool, runKey, queue.splice(0, sizeOfBatch(queue)));
    queues.delete(runKey);
  };

  return (runKey: bigint, piece: NewPiece): Promise<string | null> =>
    new Promise((resolve, reject) => {
      const waiting = { piece, resolve, reject };
      const queue = queues.get(runKey);
      if (queue) {
        queue.push(waiting);
        return;
      }
      const opened = [waiting];
      queues.set(runKey, opened);
      void drain(runKey, opened);
    });
}

function sizeOfBatch(queue: readonly WaitingPiece[]): number {
  let bytes = 0;
  const past = queue.findIndex(({ piece }, index) => {
    bytes += piece.data.length;
    return index > 0 && (index >= maxBatchPieces || bytes > maxBatchBytes);
  });
  return past === -1 ? queue.length : past;
}

/** Answers everybody who waits, and never throws. */
async function settleBatch(pool: pg.Pool, runKey: bigint, batch: readonly WaitingPiece[]): Promise<void> {
  try {
    const numbers = await insertPieces(
      pool,
      runKey,
      batch.map(({ piece }) => piece),
    );
    const isTaking = numbers.every((number) => number !== null) || (await takesSamples(pool, runKey));
    for (const [index, { resolve, reject }] of batch.entries()) {
      const number = numbers[index] ?? null;
      if (number !== null || isTaking) resolve(number);
      else
        reject(
          new ProofloadError('conflict', 'The run is finished or deleted, and takes no samples any more'),
        );
    }
  } catch (error) {
    // One that cannot be stored must not keep the others from it.
    if (batch.length > 1 && !isDatabaseAway(error))
      for (const one of batch) await settleBatch(pool, runKey, [one]);
    else for (const { reject } of batch) reject(error);
  }
}

/** The numbers of the pieces; null for those of which the same was accepted before, or that the run does not take. */
async function insertPieces(
  pool: pg.Pool,
  runKey: bigint,
  pieces: readonly NewPiece[],
): Promise<(string | null)[]> {
  const digests = joinBytes(pieces.map(({ digest }) => digest));
  const data = joinBytes(pieces.map((piece) => piece.data));
  const { rows } = await pool.query<{ piece: string; origin: number; digest: Buffer }>(
    `INSERT INTO "SamplePiece" ("runKey", "origin", "samples", "digest", "data")
     SELECT $1::bigint, p.origin, p.samples, substr($4::bytea, p."digestAt", p."digestBytes"), substr($7::bytea, p."dataAt", p."dataBytes")
     FROM unnest($2::int[], $3::int[], $5::int[], $6::int[], $8::int[], $9::int[]) WITH ORDINALITY
       AS p(origin, samples, "digestAt", "digestBytes", "dataAt", "dataBytes", place)
     WHERE EXISTS (SELECT 1 FROM "Run" WHERE "key" = $1 AND "status" <> 'finished') ORDER BY p.place
     ON CONFLICT ("runKey", "origin", "digest") DO NOTHING RETURNING "piece", "origin", "digest"`,
    [
      runKey,
      pieces.map(({ origin }) => origin),
      pieces.map(({ samples }) => samples),
      digests.bytes,
      digests.starts,
      digests.lengths,
      data.bytes,
      data.starts,
      data.lengths,
    ],
  );
  const numbers = new Map(rows.map(({ piece, origin, digest }) => [keyOf(origin, digest), piece]));
  return pieces.map(({ origin, digest }) => {
    const key = keyOf(origin, digest);
    const number = numbers.get(key) ?? null;
    // Of the same twice in one batch the first is new.
    numbers.delete(key);
    return number;
  });
}

const keyOf = (origin: number, digest: Uint8Array): string =>
  `${origin} ${Buffer.from(digest).toString('latin1')}`;

async function takesSamples(pool: pg.Pool, runKey: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ status: string }>('SELECT "status" FROM "Run" WHERE "key" = $1', [
    runKey,
  ]);
  return rows[0] !== undefined && rows[0].status !== 'finished';
}
