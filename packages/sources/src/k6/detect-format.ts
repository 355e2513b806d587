import { ProofloadError } from '@proofload/domain';

/** What a body is, as far as its beginning tells. The three shapes of a summary are told apart once it is parsed. */
export type DetectedFormat = 'k6-ndjson' | 'k6-csv' | 'summary';

/**
 * Tells k6's formats apart by their first bytes.
 * @param head the first kilobyte or more, or all of a shorter body
 */
export function detectFormat(head: Uint8Array): DetectedFormat {
  // The byte order mark counts as space.
  const text = Buffer.from(head).toString('utf8').trimStart();
  if (text === '') {
    throw new ProofloadError('invalid', 'The body is empty', {
      fields: [{ field: 'body', message: 'expected the output of k6' }],
    });
  }
  if (/^\{\s*"(?:metric|type)"\s*:/.test(text)) return 'k6-ndjson';
  if (text.startsWith('{')) return 'summary';
  const [header = ''] = text.split(/\r?\n/, 1);
  if (/(^|,)"?metric_name"?(,|$)/.test(header)) return 'k6-csv';
  const message = 'expected NDJSON (--out json), CSV (--out csv) or a summary of k6, gzip allowed';
  throw new ProofloadError('unsupported', `The format is unknown: ${message}`, {
    fields: [{ field: 'body', message }],
  });
}
