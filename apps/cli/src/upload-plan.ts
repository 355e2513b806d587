import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CommandError } from './command-error.ts';

export type UploadKind = 'k6' | 'openmetrics';

/** A file and where its content goes. */
export interface PlannedUpload {
  path: string;
  sizeBytes: number;
  kind: UploadKind;
  /** Sets files of one run apart; a file of the same name sent again replaces what it sent before. */
  part: string | undefined;
}

const peekBytes = 4096;

/** Looks at each file before anything is sent, so that a wrong path costs no half-made run. */
export async function planUploads(
  paths: readonly string[],
  kind: UploadKind | null,
): Promise<PlannedUpload[]> {
  const uploads = await Promise.all(paths.map((path) => planUpload(path, kind, paths.length > 1)));
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

async function planUpload(
  path: string,
  kind: UploadKind | null,
  isOneOfMany: boolean,
): Promise<PlannedUpload> {
  try {
    const info = await stat(path);
    if (!info.isFile()) throw new CommandError(`${path}: expected a file`);
    return {
      path,
      sizeBytes: info.size,
      kind: kind ?? detectKind(await peek(path)),
      part: isOneOfMany ? nameToPart(basename(path)) : undefined,
    };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    throw new CommandError(`${path} cannot be read: ${reason}`, { cause: error });
  }
}

/**
 * Metrics in Prometheus text begin with a comment or `name{...} value`; k6 writes JSON or a CSV with a known header.
 * What is compressed is taken for k6's: `--as openmetrics` says otherwise.
 */
export function detectKind(start: Uint8Array): UploadKind {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'k6';
  const text = new TextDecoder().decode(start).trimStart();
  if (text.startsWith('{') || text.startsWith('metric_name,')) return 'k6';
  return text.startsWith('#') || /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^\n]*\})?[ \t]+[-+0-9.NI]/.test(text)
    ? 'openmetrics'
    : 'k6';
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
