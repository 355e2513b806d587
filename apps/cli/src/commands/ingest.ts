import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import {
  type IngestReport,
  ingestReportSchema,
  type Run,
  runRefSchema,
  runSchema,
} from '@proofload/contracts';
import { formatQuantity } from '@proofload/domain';
import type { ApiClient } from '../api-client.ts';
import { type CommandContext, connect, type ServerOptions } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { decideExitCode, type ExitCode, exitCodes } from '../exit-code.ts';
import { parseKeyValues, parseParam } from '../key-values.ts';
import type { Output } from '../output.ts';
import { renderMeasurements, renderSlos } from '../result-table.ts';
import { type CsvOptions, type PlannedUpload, planUploads, type UploadChoice } from '../upload-plan.ts';

export interface IngestOptions extends ServerOptions {
  open?: boolean;
  experiment?: string;
  name?: string;
  param: string[];
  label: string[];
  as?: UploadChoice;
  time?: string;
  kind?: string;
  labels?: string;
  finish?: boolean;
  json?: boolean;
}

/** Sends files to a run; with `--finish` closes it and stays for its verdict. `words` are RUN FILE... or, with `--open`, FILE... */
export async function ingestFiles(
  context: CommandContext,
  words: readonly string[],
  options: IngestOptions,
): Promise<ExitCode> {
  const { output } = context;
  const paths = options.open ? words : words.slice(1);
  if (paths.length === 0)
    throw new CommandError('FILE: expected at least one file; RUN comes before it unless --open is given');
  const uploads = await planUploads(paths, options.as ?? null, readCsvOptions(options));
  const api = await connect(context, options);
  const id = options.open ? await openRun(api, output, options) : (words[0] as string);
  const reports = [];
  for (const upload of uploads) reports.push(await sendFile(context, api, id, upload));
  const run = options.finish ? await finishRun(context, api, id) : null;
  if (options.json) output.result(JSON.stringify({ run: run ?? { id }, uploads: reports }));
  if (run === null) return exitCodes.pass;
  if (!options.json) for (const line of renderRun(run)) output.result(line);
  return decideExitCode([run], run.verdict);
}

const readCsvOptions = ({ time, kind, labels }: IngestOptions): CsvOptions => ({
  ...(time === undefined ? {} : { time }),
  ...(kind === undefined ? {} : { kind }),
  ...(labels === undefined ? {} : { labels }),
});

async function openRun(api: ApiClient, output: Output, options: IngestOptions): Promise<string> {
  const run = await api.call({
    method: 'POST',
    path: '/runs',
    json: {
      ...(options.experiment === undefined ? {} : { experiment: options.experiment }),
      ...(options.name === undefined ? {} : { name: options.name }),
      params: Object.fromEntries(
        Object.entries(parseKeyValues('--param', options.param)).map(([name, text]) => [
          name,
          parseParam(text),
        ]),
      ),
      labels: parseKeyValues('--label', options.label),
    },
    schema: runRefSchema,
    what: 'Opening the run',
  });
  output.note(`Run: ${run.url}`);
  return run.id;
}

async function sendFile(
  { output, interrupted }: CommandContext,
  api: ApiClient,
  id: string,
  upload: PlannedUpload,
): Promise<IngestReport> {
  const report = await api.call({
    method: 'PUT',
    path: `/runs/${encodeURIComponent(id)}/${upload.kind}`,
    query: { part: upload.part, ...upload.query },
    upload: () => readWithProgress(upload, output),
    schema: ingestReportSchema,
    what: `Sending ${upload.path}`,
    signal: interrupted,
  });
  const state = report.unchanged
    ? 'unchanged, the same bytes were stored before'
    : `${report.samples} samples in ${report.series} series`;
  output.note(`${upload.path}: ${report.format}, ${state}`);
  for (const note of report.notes) output.note(`${upload.path}: ${note}`);
  for (const warning of report.warnings) output.note(`Warning: ${warning}`);
  return report;
}

function readWithProgress({ path, sizeBytes }: PlannedUpload, output: Output): ReadableStream<Uint8Array> {
  let sent = 0;
  const count = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sent += chunk.length;
      output.status(`${path}: ${formatQuantity(sent, 'B')} of ${formatQuantity(sizeBytes, 'B')}`);
      done(null, chunk);
    },
  });
  const file = createReadStream(path, { highWaterMark: 256 * 1024 });
  file.on('error', (error) => count.destroy(error));
  return Readable.toWeb(file.pipe(count)) as ReadableStream<Uint8Array>;
}

async function finishRun(context: CommandContext, api: ApiClient, id: string): Promise<Run> {
  const path = `/runs/${encodeURIComponent(id)}`;
  let run = await api.call({
    method: 'POST',
    path: `${path}/finish`,
    json: {},
    schema: runSchema,
    what: 'Finishing the run',
  });
  while (run.status !== 'finished') {
    context.interrupted.throwIfAborted();
    context.output.status('Computing the measurements');
    await context.sleep(500);
    run = await api.call({ method: 'GET', path, schema: runSchema, what: 'Reading the run' });
  }
  return run;
}

function renderRun(run: Run): string[] {
  return [
    '',
    ...renderMeasurements(run),
    ...renderSlos([run]),
    ...(run.reason === null ? [] : [run.reason]),
    `Outcome: ${run.outcome ?? 'none'}; verdict: ${run.verdict ?? 'none'}`,
    `Run: ${run.url}`,
  ];
}
