import { createRandom } from '@proofload/domain';
import { type Points, Sketch } from '@proofload/series';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { encodeParquet } from './encode-parquet.ts';
import type { ExportedSeries } from './exported-series.ts';
import { exportedSeries } from './fixtures/exported-series.ts';

const atMs = Date.parse('2026-11-21T05:56:42.000Z');
const nothing = () => Promise.resolve();

async function* partsOf(...parts: [series: Partial<ExportedSeries>, points: Points][]) {
  for (const [series, points] of parts) yield { series: exportedSeries(series), points };
}

async function encode(
  parts: ReturnType<typeof partsOf>,
  groupRows?: number,
): Promise<{ file: ArrayBuffer; pieces: number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeParquet(parts, nothing, groupRows)) pieces.push(piece);
  return { file: new Uint8Array(Buffer.concat(pieces)).buffer, pieces: pieces.length };
}

it('gives every number with its time, labels and unit', async () => {
  const sketch = new Sketch();
  for (let value = 1; value <= 100; value++) sketch.add(value);
  const labels = { url: 'http://x/?a="1"', name: 'ü' };
  const { file } = await encode(
    partsOf(
      [
        { metric: 'data_sent', kind: 'delta', unit: 'bytes', labels },
        { kind: 'delta', times: [atMs], sums: [3], counts: [2] },
      ],
      [
        { metric: 'level', kind: 'gauge' },
        { kind: 'gauge', times: [atMs + 7, atMs + 8, atMs + 9], values: [-1.5e-9, Number.NaN, Infinity] },
      ],
      [
        { metric: 'wait', kind: 'distribution', unit: 'ms' },
        { kind: 'distribution', times: [atMs], sketches: [sketch] },
      ],
    ),
  );
  const rows = await parquetReadObjects({ file });
  expect(rows.slice(0, 3)).toEqual([
    {
      metric: 'data_sent',
      labels: String.raw`{"name":"ü","url":"http://x/?a=\"1\""}`,
      kind: 'delta',
      unit: 'bytes',
      origin: 'k6:default',
      time: new Date(atMs),
      field: 'sum',
      value: 3,
    },
    expect.objectContaining({ field: 'count', value: 2 }),
    expect.objectContaining({ metric: 'level', unit: null, time: new Date(atMs + 7), value: -1.5e-9 }),
  ]);
  expect(rows.slice(3, 5).map(({ value }) => value)).toEqual([Number.NaN, Infinity]);
  expect(rows.slice(5).map(({ field }) => field)).toEqual([
    ...['count', 'sum', 'min', 'max', 'p50', 'p90', 'p95', 'p99'],
  ]);
});

it('gives a table without rows for a run without samples', async () => {
  const { file } = await encode(partsOf());
  expect(await parquetReadObjects({ file })).toEqual([]);
  expect(parquetMetadata(file).schema.map(({ name }) => name)).toContain('labels');
});

it('gives out each group when it is full, and reads back what it was given', async () => {
  const random = createRandom(1);
  const series = Array.from({ length: 40 }, (_, at): [Partial<ExportedSeries>, Points] => {
    const times = Array.from({ length: 100 }, (_, index) => atMs + index * 1000);
    return [
      { metric: `m${at % 4}`, kind: 'gauge', labels: { pod: `pod-${at}` }, seriesId: at },
      { kind: 'gauge', times, values: times.map(() => random() * 1000) },
    ];
  });
  const { file, pieces } = await encode(partsOf(...series), 700);
  const metadata = parquetMetadata(file);
  expect(metadata.row_groups.map((group) => Number(group.num_rows))).toEqual([700, 700, 700, 700, 700, 500]);
  expect(pieces, 'a head, the full groups, and the rest').toBe(7);
  const rows = await parquetReadObjects({ file });
  const wanted = series.flatMap(([{ labels }, points]) =>
    points.times.map((time, index) => [
      JSON.stringify(labels),
      time,
      'values' in points ? points.values[index] : null,
    ]),
  );
  expect(rows.map(({ labels, time, value }) => [labels, (time as Date).getTime(), value])).toEqual(wanted);
});

it('has no end when the run was deleted meanwhile', async () => {
  const pieces: Uint8Array[] = [];
  const gone = () => Promise.reject(new Error('gone'));
  const points: Points = { kind: 'gauge', times: [atMs], values: [1] };
  await expect(async () => {
    for await (const piece of encodeParquet(partsOf([{ kind: 'gauge' }, points]), gone)) pieces.push(piece);
  }).rejects.toThrow('gone');
  expect(Buffer.concat(pieces).toString('latin1')).toBe('PAR1');
});
