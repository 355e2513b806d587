import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Bundle, bundleSchema } from '@proofload/contracts';
import { type FieldError, ProofloadError, unstorable } from '@proofload/domain';
import { canonicalJson } from '../reports/canonical-json.ts';

/** Bytes of a bundle, packed or not: the 32 MiB of a report, and its runs. */
export const maxBundleBytes = 48 * 1024 * 1024;
/** Of objects and lists within one another: ours have twelve, and every level costs the reader a call. */
const maxDepth = 64;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** SHA-256 of the canonical JSON of what a bundle says, whenever and by whomever it was exported. */
export function digestBundle({ report, runs }: Pick<Bundle, 'report' | 'runs'>): string {
  return createHash('sha256').update(canonicalJson({ report, runs })).digest('hex');
}

/** Runs of a bundle as they are stored with an imported report. */
export async function packRuns(runs: Bundle['runs']): Promise<Buffer<ArrayBuffer>> {
  return compress(canonicalJson(runs), { level: 9 });
}

export async function unpackRuns(packed: Uint8Array): Promise<Bundle['runs']> {
  const json = await decompress(packed, { maxOutputLength: maxBundleBytes });
  return bundleSchema.shape.runs.parse(JSON.parse(json.toString('utf8')));
}

/**
 * Reads a bundle as it is sent, gzip or not, and checks all of it before anything is done with it.
 * @throws `too-large`; `invalid` naming what is wrong, also when a digest is not that of the content
 */
export async function readBundle(body: AsyncIterable<Uint8Array>): Promise<Bundle> {
  const text = decodeText(await unpack(await collect(body)));
  refuseDeep(text);
  const parsed = bundleSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const fields = parsed.error.issues.slice(0, 20).map(
      ({ path, message }): FieldError => ({
        field: path.join('.') || 'body',
        message,
      }),
    );
    const [first] = fields;
    throw new ProofloadError(
      'invalid',
      `This is no bundle of this version: ${first?.field}: ${first?.message}`,
      {
        fields,
        cause: parsed.error,
      },
    );
  }
  // The schema leaves out what it does not know, which the digest covers: the content itself is what is kept.
  const bundle = JSON.parse(text) as Bundle;
  const { title, note, createdBy } = bundle.report;
  if ([title, note, createdBy].some((said) => unstorable.test(said)))
    throw refuse('report', 'expected texts without NUL and halves of characters');
  if (digestBundle(bundle) !== bundle.digest)
    throw refuse('digest', 'expected that of the content; the file was changed after it was exported');
  return bundle;
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBundleBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function unpack(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await decompress(bytes, { maxOutputLength: maxBundleBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge();
    throw refuse('body', 'expected gzip that is whole', cause);
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refuse('body', 'expected text in UTF-8', cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refuse('body', 'expected JSON, a file that `Download bundle` gave', cause);
  }
}

/** Brackets within brackets, outside of texts. */
function refuseDeep(text: string): void {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) depth--;
    if (depth > maxDepth)
      throw refuse('body', `expected at most ${maxDepth} lists and objects within one another`);
  }
}

function tooLarge(): ProofloadError {
  const message = `expected at most ${maxBundleBytes} bytes, unpacked as well`;
  return new ProofloadError('too-large', `The bundle is too large: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}

function refuse(field: string, message: string, cause?: unknown): ProofloadError {
  return new ProofloadError('invalid', `${field}: ${message}`, { fields: [{ field, message }], cause });
}
