import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSampleDatabase, type SampleDatabase } from './fixtures/sample-database.ts';
import { createPieceInserter, type NewPiece } from './insert-pieces.ts';

let database: SampleDatabase;
let pool: pg.Pool;
let insert: ReturnType<typeof createPieceInserter>;
let runKey: bigint;

beforeAll(async () => {
  database = await createSampleDatabase();
  pool = database.pool;
  insert = createPieceInserter(pool);
});
afterAll(() => database.close());
beforeEach(async () => {
  runKey = await database.openRun();
});

const piece = (name: string, part: Partial<NewPiece> = {}): NewPiece => ({
  origin: 0,
  samples: name.length,
  digest: createHash('sha256').update(name).digest(),
  data: Buffer.from(name.repeat(1000)),
  ...part,
});

async function readPieces() {
  const { rows } = await pool.query<{ piece: string; samples: number; digest: Buffer; data: Buffer }>(
    'SELECT "piece", "samples", "digest", "data" FROM "SamplePiece" WHERE "runKey" = $1 ORDER BY "piece"',
    [runKey],
  );
  return rows;
}

it('stores what comes at once, each with its own bytes, and gives their numbers', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `piece ${index}`);
  const numbers = await Promise.all(names.map((name) => insert(runKey, piece(name))));
  const rows = await readPieces();
  expect(rows.map((row) => row.piece)).toEqual(numbers);
  expect(rows.map(({ data }) => data.toString())).toEqual(names.map((name) => name.repeat(1000)));
  expect(rows.map(({ digest }) => digest)).toEqual(names.map((name) => piece(name).digest));
  expect(rows.map(({ samples }) => samples)).toEqual(names.map(({ length }) => length));
  // All but the first wait for it, and go together.
  const { rows: commits } = await pool.query<{ commits: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS commits FROM "SamplePiece" WHERE "runKey" = $1',
    [runKey],
  );
  expect(commits[0]?.commits).toBeLessThan(6);
});

it('stores the same once, also when it comes twice at once, and keeps origins apart', async () => {
  const same = piece('same');
  const numbers = await Promise.all([
    insert(runKey, piece('first')),
    insert(runKey, same),
    insert(runKey, same),
    insert(runKey, piece('same', { origin: 1 })),
  ]);
  expect(numbers.map((number) => number !== null)).toEqual([true, true, false, true]);
  expect(await insert(runKey, same)).toBeNull();
  expect(await readPieces()).toHaveLength(3);
});

it('refuses what comes for a run that is finished or deleted, and takes what comes for others', async () => {
  const other = await database.openRun();
  await pool.query(`UPDATE "Run" SET "status" = 'finished', "outcome" = 'completed' WHERE "key" = $1`, [
    runKey,
  ]);
  const settled = await Promise.allSettled([
    insert(runKey, piece('a')),
    insert(runKey, piece('b')),
    insert(other, piece('a')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(settled[1]).toMatchObject({ reason: { code: 'conflict' } });
  await database.deleteRun(other);
  await expect(insert(other, piece('b'))).rejects.toMatchObject({ code: 'conflict' });
});

it('stores those beside one that cannot be stored', async () => {
  const settled = await Promise.allSettled([
    insert(runKey, piece('first')),
    insert(runKey, piece('good')),
    insert(runKey, piece('bad', { samples: 2 ** 40 })),
    insert(runKey, piece('fine')),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await readPieces()).toHaveLength(3);
});
