import type { ExportFormat, ExportQuery } from '@proofload/contracts';
import type { SampleStore } from '@proofload/db';
import { ProofloadError } from '@proofload/domain';
import { requireScope, type ServiceContext } from '../context.ts';
import { findRun } from '../runs/find-run.ts';
import { requireKeptSamples } from '../runs/require-kept-samples.ts';
import { csvHeader, encodeCsv } from './encode-csv.ts';
import { encodeFamilyHead, openFamily, openMetricsEnd } from './encode-openmetrics.ts';
import { encodeParquet } from './encode-parquet.ts';
import { type ExportedSeries, toExportedSeries } from './exported-series.ts';
import { planFamilies } from './openmetrics-families.ts';
import { readParts } from './read-parts.ts';

/** The pieces in which text is given, in characters. */
const pieceLength = 64 * 1024;

export interface RunExport {
  contentType: string;
  fileName: string;
  body: AsyncIterable<Uint8Array>;
}

interface Source {
  samples: SampleStore;
  runKey: bigint;
  series: readonly ExportedSeries[];
  /** Throws when the run was deleted or its samples expired meanwhile, so that the text breaks off instead of ending as if all were there. */
  confirm(): Promise<unknown>;
}

interface Format {
  contentType: string;
  extension: string;
  /** Piece by piece, reading the store as they are taken. */
  encode(source: Source): AsyncGenerator<Uint8Array, void>;
}

const formats: Record<ExportFormat, Format> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    encode: (source) => inPieces(encodeAsCsv(source)),
  },
  openmetrics: {
    // Names beyond the classic letters stand in quotes, which Prometheus asks a sender to say.
    contentType: 'application/openmetrics-text; version=1.0.0; charset=utf-8; escaping=allow-utf-8',
    extension: 'openmetrics.txt',
    encode: (source) => inPieces(encodeAsOpenMetrics(source)),
  },
  parquet: { contentType: 'application/vnd.apache.parquet', extension: 'parquet', encode: encodeAsParquet },
};

/**
 * All samples of a run, or those of some metrics, as they are stored: rolled up per second. The store is read while
 * the text is taken, so that a run of any size needs little memory.
 */
export async function exportRun(
  ctx: ServiceContext,
  { runId, format, metric }: ExportQuery & { runId: string },
): Promise<RunExport> {
  requireScope(ctx, 'read');
  const run = await findRun(ctx, runId);
  requireKeptSamples(run);
  // What a summary only reported has figures and no samples; it is known by name all the same.
  const known = (await ctx.samples.listSeries(run.key)).map(toExportedSeries);
  const series = chooseMetrics(known, metric).filter(({ reported }) => reported === null);
  const { contentType, extension, encode } = formats[format];
  const confirm = async () => requireKeptSamples(await findRun(ctx, runId));
  const source = { samples: ctx.samples, runKey: run.key, series, confirm };
  return { contentType, fileName: `${run.name}.${extension}`, body: encode(source) };
}

function chooseMetrics(known: readonly ExportedSeries[], metric: string | undefined): ExportedSeries[] {
  if (metric === undefined) return [...known];
  const names = new Set(known.map((series) => series.metric));
  // A name that holds a comma is meant when it stands alone.
  const asked = names.has(metric) ? [metric] : metric.split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !names.has(name));
  if (unknown !== undefined) {
    const message = `expected metrics that the run has, not ${JSON.stringify(unknown)}`;
    throw new ProofloadError('invalid', `metric: ${message}`, { fields: [{ field: 'metric', message }] });
  }
  return known.filter((series) => asked.includes(series.metric));
}

/** Text in short lines, all of one read of the store at a time. */
async function* encodeAsCsv(source: Source): AsyncGenerator<Iterable<string>, void> {
  const { samples, runKey, series, confirm } = source;
  yield [csvHeader];
  for await (const part of readParts(samples, runKey, series)) yield encodeCsv(part.series, part.points);
  await confirm();
}

async function* encodeAsOpenMetrics(source: Source): AsyncGenerator<Iterable<string>, void> {
  const { samples, runKey, series, confirm } = source;
  for (const family of planFamilies(series)) {
    yield [encodeFamilyHead(family)];
    const encode = openFamily(family);
    for await (const part of readParts(samples, runKey, family.series)) {
      yield encode(part.series, part.points);
    }
  }
  await confirm();
  yield [openMetricsEnd];
}

function encodeAsParquet({ samples, runKey, series, confirm }: Source): AsyncGenerator<Uint8Array, void> {
  return encodeParquet(readParts(samples, runKey, series), confirm);
}

async function* inPieces(texts: AsyncIterable<Iterable<string>>): AsyncGenerator<Uint8Array, void> {
  let piece = '';
  let isFirst = true;
  for await (const text of texts) {
    for (const line of text) {
      piece += line;
      // The first piece goes out at once: whoever waits sees that something comes.
      if (!isFirst && piece.length < pieceLength) continue;
      yield Buffer.from(piece);
      [piece, isFirst] = ['', false];
    }
  }
  if (piece !== '') yield Buffer.from(piece);
}
