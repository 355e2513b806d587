import type { IngestReport, IngestResultsQuery } from '@proofload/contracts';
import { decodeResults } from '@proofload/sources';
import type { ServiceContext } from '../context.ts';
import { ingestUpload, type Upload } from './ingest-upload.ts';

/**
 * Takes results of kube-burner, ClusterLoader2 or iperf3, or a CSV, gzipped or not, into a run. Files of several
 * programs may have one part; each program's is replaced by itself alone.
 */
export function ingestResults(
  ctx: ServiceContext,
  upload: Upload & Omit<IngestResultsQuery, 'part'>,
): Promise<IngestReport> {
  const { part, format, time, kind } = upload;
  const labels = upload.labels
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return ingestUpload(ctx, upload, {
    source: 'results',
    sourceOf: (found) => found,
    originName: (name, found) => `${found ?? 'results'}:${name}`,
    // Intervals may be shorter than a second, and a file has an end.
    rollup: { gaugeResolutionMs: 0 },
    decode: (body, sink, progress) =>
      decodeResults(body, sink, progress, { format, time, kind, labels, name: part ?? null }),
  });
}
