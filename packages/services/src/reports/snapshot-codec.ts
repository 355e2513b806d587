import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ReportSnapshot } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { canonicalJson } from './canonical-json.ts';

/** Bytes of canonical JSON: a report is a page to read, and its reader loads all of it. */
const maxSnapshotBytes = 32 * 1024 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** What a report says for ever. Its digest covers all of this. */
export interface FrozenReport {
  title: string;
  note: string;
  snapshot: ReportSnapshot;
}

/**
 * Freezes a report.
 * @returns the snapshot as it is stored, and the SHA-256 of `canonicalJson({note, snapshot, title})`
 */
export async function encodeSnapshot(
  report: FrozenReport,
): Promise<{ stored: Buffer<ArrayBuffer>; digest: string }> {
  const json = canonicalJson(report.snapshot);
  if (Buffer.byteLength(json) > maxSnapshotBytes) {
    const message = 'expected fewer runs or metrics: a report may have at most 32 MiB of data';
    throw new ProofloadError('too-large', `view: ${message}`, { fields: [{ field: 'view', message }] });
  }
  return { stored: await compress(json, { level: 9 }), digest: digestOf(report, json) };
}

/** Reads a stored report back. Throws when it is not what was frozen, or is of a version this code does not know. */
export async function decodeSnapshot(stored: {
  id: string;
  title: string;
  note: string;
  digest: string;
  snapshot: Uint8Array;
}): Promise<ReportSnapshot> {
  const json = (await decompress(stored.snapshot, { maxOutputLength: maxSnapshotBytes })).toString('utf8');
  if (digestOf(stored, json) !== stored.digest) throw new Error(`Report ${stored.id} is not what was frozen`);
  const snapshot = JSON.parse(json) as ReportSnapshot;
  // What the type knows of it was checked when it was frozen, perhaps by a later version of this code.
  const { version }: { version: number } = snapshot;
  if (version !== 1 && version !== 2)
    throw new Error(`Report ${stored.id} has the unknown version ${version}`);
  return snapshot;
}

function digestOf(report: { title: string; note: string }, snapshotJson: string): string {
  const { title, note } = report;
  const text = `{"note":${JSON.stringify(note)},"snapshot":${snapshotJson},"title":${JSON.stringify(title)}}`;
  return createHash('sha256').update(text).digest('hex');
}
