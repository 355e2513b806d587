import type { Points } from '@proofload/series';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { ExportedSeries } from './exported-series.ts';
import { labelsText, longFormFields, valuesAt } from './long-form.ts';
import type { SeriesPart } from './read-parts.ts';

/** Rows of one row group: what is in memory at a time, and what a reader skips or reads as a whole. */
const rowsPerGroup = 50_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];

const text = (name: string, repetition: 'REQUIRED' | 'OPTIONAL' = 'REQUIRED'): Schema[number] => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: repetition,
});

/** The fields of the CSV. Labels are JSON as text, which every reader has; times are instants, in milliseconds. */
const schema: Schema = [
  { name: 'root', num_children: longFormFields.length },
  text('metric'),
  text('labels'),
  text('kind'),
  text('unit', 'OPTIONAL'),
  text('origin'),
  {
    name: 'time',
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    repetition_type: 'REQUIRED',
  },
  text('field'),
  { name: 'value', type: 'DOUBLE', repetition_type: 'REQUIRED' },
];

interface Rows {
  metric: string[];
  labels: string[];
  kind: string[];
  unit: (string | null)[];
  origin: string[];
  time: bigint[];
  field: string[];
  value: number[];
}

const noRows = (): Rows => ({
  ...{ metric: [], labels: [], kind: [], unit: [], origin: [], time: [], field: [], value: [] },
});

/**
 * Parts of series as a Parquet file, row group by row group; the little that is remembered of each is written at the
 * end. A file without its end is refused by every reader, so that what broke off is not taken for whole.
 * @param confirm called before the end is written; when it throws, the file has none
 */
export async function* encodeParquet(
  parts: AsyncIterable<SeriesPart>,
  confirm: () => Promise<unknown>,
  groupRows = rowsPerGroup,
): AsyncGenerator<Uint8Array, void> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'Proofload' });
  yield take(writer);
  let rows = noRows();
  for await (const { series, points } of parts) {
    for (const index of points.times.keys()) {
      addRows(rows, series, points, index);
      if (rows.value.length < groupRows) continue;
      await writeGroup(parquet, rows);
      rows = noRows();
      yield take(writer);
    }
  }
  if (rows.value.length > 0) await writeGroup(parquet, rows);
  await confirm();
  await parquet.finish();
  yield take(writer);
}

function addRows(rows: Rows, series: ExportedSeries, points: Points, index: number): void {
  const labels = labelsOf(series);
  const time = BigInt(Math.round(points.times[index] ?? 0));
  for (const [field, value] of valuesAt(points, index)) {
    rows.metric.push(series.metric);
    rows.labels.push(labels);
    rows.kind.push(series.kind);
    rows.unit.push(series.unit);
    rows.origin.push(series.origin);
    rows.time.push(time);
    rows.field.push(field);
    rows.value.push(value);
  }
}

const texts = new WeakMap<ExportedSeries, string>();

/** Made once for a series, however many points it has. */
function labelsOf(series: ExportedSeries): string {
  const known = texts.get(series);
  if (known !== undefined) return known;
  const made = labelsText(series);
  texts.set(series, made);
  return made;
}

async function writeGroup(parquet: ParquetWriter, rows: Rows): Promise<void> {
  const columnData: ColumnSource[] = longFormFields.map((name) => ({
    name,
    data: rows[name],
    // Nobody needs to find a page within so small a group.
    offsetIndex: false,
  }));
  await parquet.write({ columnData, rowGroupSize: rows.value.length });
}

/** What was written since the last time; places in the file go on being counted. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
