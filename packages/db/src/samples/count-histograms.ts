import { type CountedSketch, HistogramCounter, type SampleColumns } from '@proofload/series';
import type pg from 'pg';
import { readChunk, writeChunk } from './chunk-bytes.ts';

type Sample = SampleColumns['counted'][number];

/**
 * What histograms of streams have counted since the newest sample that was merged before, which is kept with the series:
 * whoever merges next, in whichever process, goes on from there. The caller holds the lock of the run.
 */
export async function countHistograms(
  client: pg.PoolClient,
  runKey: bigint,
  samples: readonly Sample[],
): Promise<Sample[]> {
  if (samples.length === 0) return [];
  const counters = await readCounters(client, runKey, [...new Set(samples.map(({ series }) => series))]);
  const inOrder = samples.toSorted((a, b) => a.timeMs - b.timeMs);
  const increases = inOrder.flatMap(({ series, timeMs, sketch }): Sample[] => {
    const increase = counters.get(series)?.count(timeMs, sketch) ?? null;
    return increase === null ? [] : [{ series, timeMs, sketch: increase }];
  });
  await keepNewest(client, runKey, counters);
  return increases;
}

async function readCounters(
  client: pg.PoolClient,
  runKey: bigint,
  seriesIds: readonly number[],
): Promise<Map<number, HistogramCounter>> {
  const { rows } = await client.query<{ seriesId: number; counted: Buffer | null }>(
    'SELECT "seriesId", "counted" FROM "Series" WHERE "runKey" = $1 AND "seriesId" = ANY($2::int[])',
    [runKey, seriesIds],
  );
  return new Map(
    rows.map(({ seriesId, counted }) => [seriesId, new HistogramCounter(counted && decode(counted))]),
  );
}

async function keepNewest(
  client: pg.PoolClient,
  runKey: bigint,
  counters: ReadonlyMap<number, HistogramCounter>,
): Promise<void> {
  const known = [...counters].flatMap(([seriesId, { newest }]) =>
    newest === null ? [] : [{ seriesId, newest }],
  );
  await client.query(
    `UPDATE "Series" s SET "counted" = t.counted FROM unnest($2::int[], $3::bytea[]) AS t(id, counted)
     WHERE s."runKey" = $1 AND s."seriesId" = t.id`,
    [runKey, known.map(({ seriesId }) => seriesId), known.map(({ newest }) => encode(newest))],
  );
}

const encode = ({ timeMs, sketch }: CountedSketch): Buffer =>
  writeChunk({ kind: 'distribution', times: [timeMs], sketches: [sketch] });

function decode(bytes: Buffer): CountedSketch | null {
  const points = readChunk(bytes);
  const [timeMs] = points.times;
  const sketch = points.kind === 'distribution' ? points.sketches[0] : undefined;
  return timeMs === undefined || sketch === undefined ? null : { timeMs, sketch };
}
