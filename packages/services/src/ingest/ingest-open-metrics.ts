import type { IngestReport } from '@proofload/contracts';
import { decodeOpenMetrics } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { ingestUpload, type Upload } from './ingest-upload.ts';

/**
 * Takes Prometheus text or OpenMetrics into a run. A text whose samples have timestamps replaces the part's earlier
 * one; a scrape without them is of this moment and is added to what the part has.
 */
export function ingestOpenMetrics(ctx: ServiceContext, upload: Upload): Promise<IngestReport> {
  const nowMs = ctx.clock.nowMs();
  return ingestUpload(ctx, upload, {
    source: 'scrape',
    originName: (part) => `openmetrics:${part}`,
    decode: (body, sink, progress) => decodeOpenMetrics(body, sink, progress, nowMs),
  });
}
