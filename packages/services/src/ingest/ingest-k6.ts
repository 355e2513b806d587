import type { IngestReport } from '@proofload/contracts';
import { decodeK6 } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { ingestUpload, type Upload, type UploadKind } from './ingest-upload.ts';

const k6Upload: UploadKind = {
  source: 'k6',
  // A summary of the same run does not replace its samples.
  originName: (part, format) =>
    format?.endsWith('summary') || format?.endsWith('export') ? `k6-summary:${part}` : `k6:${part}`,
  decode: decodeK6,
};

/** Takes k6's NDJSON, CSV or summary, gzipped or not, into a run. */
export function ingestK6(ctx: ServiceContext, upload: Upload): Promise<IngestReport> {
  return ingestUpload(ctx, upload, k6Upload);
}
