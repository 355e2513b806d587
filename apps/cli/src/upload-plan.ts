import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { resultFormatSchema, seriesKindSchema } from '@proofload/contracts';
import { CommandError } from './command-error.ts';

/** What a file can be said to be; those of `/results` are told apart there too. */
export const uploadChoices = ['k6', 'openmetrics', 'results', ...resultFormatSchema.options] as const;
export type UploadChoice = (typeof uploadChoices)[number];
/** The path that takes it. */
type UploadKind = 'k6' | 'openmetrics' | 'results';
export const csvKinds = seriesKindSchema.options;

/** What a CSV does not say itself, as the server's parameters. */
export type CsvOptions = Partial<Record<'time' | 'kind' | 'labels', string>>;

/** A file and where its content goes. */
export interface PlannedUpload {
  path: string;
  sizeBytes: number;
  kind: UploadKind;
  /** Sets files of one run apart; a file of the same name sent again replaces what it sent before. */
  part: string | undefined;
  query: Record<string, string>;
}

const peekBytes = 4096;

/** Looks at each file before anything is sent, so that a wrong path costs no half-made run. */
export async function planUploads(
  paths: readonly string[],
  choice: UploadChoice | null,
  csv: CsvOptions = {},
): Promise<PlannedUpload[]> {
  const uploads = await Promise.all(
    paths.map((path) => planUpload(path, { choice, csv, isOneOfMany: paths.length > 1 })),
  );
  const seen = new Map<string, string>();
  for (const { kind: own, part, path } of uploads) {
    const key = `${own} ${part ?? ''}`;
    const other = seen.get(key);
    if (other !== undefined) {
      throw new CommandError(`${path}: expected another file name, because ${other} would be replaced by it`);
    }
    seen.set(key, path);
  }
  return uploads;
}

interface PlanOptions {
  choice: UploadChoice | null;
  csv: CsvOptions;
  isOneOfMany: boolean;
}

async function planUpload(path: string, { choice, csv, isOneOfMany }: PlanOptions): Promise<PlannedUpload> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new CommandError(`${path}: expected a file`);
    const kind = choice === null ? detectKind(await peek(path)) : pathOf(choice);
    const format = resultFormatSchema.safeParse(choice);
    return {
      path,
      sizeBytes: info.size,
      kind,
      // Some results take the names of their metrics from that of their file.
      part: isOneOfMany || kind === 'results' ? nameToPart(basename(path)) || undefined : undefined,
      query: kind === 'results' ? { ...csv, ...(format.success && { format: format.data }) } : {},
    };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new CommandError(`${path} cannot be read: ${reason}`, { cause: error });
  }
}

const pathOf = (choice: UploadChoice): UploadKind =>
  choice === 'k6' || choice === 'openmetrics' ? choice : 'results';

/**
 * Metrics in Prometheus text begin with a comment or `name{...} value`; k6 writes JSON or a CSV with a known header.
 * Other JSON and CSV are results, which the server tells apart.
 */
export function detectKind(start: Uint8Array): UploadKind {
  const text = new TextDecoder().decode(unpack(start)).trimStart();
  if (text.startsWith('[')) return 'results';
  if (text.startsWith('{')) return isResult(text) ? 'results' : 'k6';
  const [header = ''] = text.split('\n', 1);
  if (/(^|,)"?metric_name"?(,|$)/.test(header)) return 'k6';
  if (text.startsWith('#') || /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^\n]*\})?[ \t]+[-+0-9.NI]/.test(text))
    return 'openmetrics';
  return /[,;\t]/.test(header) ? 'results' : 'k6';
}

/** iperf3 and ClusterLoader2 by the first name of their document; one of k6's summaries begins with its version as well. */
function isResult(text: string): boolean {
  const [, first = ''] = /^\{\s*"([^"\\]*)"\s*:/.exec(text) ?? [];
  return (
    ['start', 'intervals', 'end', 'error', 'event', 'title', 'extra_data', 'dataItems', 'perc50'].includes(
      first,
    ) ||
    (first === 'version' && text.includes('"dataItems"'))
  );
}

/** The beginning of what is compressed, as far as it can be told from the beginning of the file. */
function unpack(start: Uint8Array): Uint8Array {
  if (start[0] !== 0x1f || start[1] !== 0x8b) return start;
  try {
    return gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 16 * 1024 ** 2 });
  } catch {
    // Damaged, which the server says better.
    return start;
  }
}

/** The server takes 1 to 64 letters, digits, dots, hyphens and underscores. */
export function nameToPart(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
}

async function peek(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(peekBytes), 0, peekBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
