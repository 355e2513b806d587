import { idSchema, ingestQuerySchema } from '@proofload/contracts';
import { ProofloadError } from '@proofload/domain';
import { ingestRemoteWrite, type RemoteWriteVersion } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

export const POST = defineRoute(
  {
    operationId: 'remoteWrite',
    summary: 'Receive Prometheus remote write',
    description:
      'Remote write 1.0 and 2.0, from Prometheus, k6 (`experimental-prometheus-rw`) or any other sender. What was answered with 204 is stored; the same request again is counted once. Staleness markers end a series; native histograms become distributions.',
    access: 'ingest',
    takesRunTokens: true,
    params: z.object({ id: idSchema }),
    query: ingestQuerySchema,
    body: {
      kind: 'upload',
      contentTypes: ['application/x-protobuf'],
      encodings: ['snappy'],
      description:
        'Snappy-compressed `prometheus.WriteRequest`, or `io.prometheus.write.v2.Request` when the content type says `proto=io.prometheus.write.v2.Request`',
    },
    response: { kind: 'empty' },
  },
  async ({ ctx, params, query, body, request, container }) => {
    const version = readVersion(request.headers);
    const accepted = await ingestRemoteWrite(ctx, { runId: params.id, ...query, version, body });
    container.metrics.countSamples('remote-write', accepted.unchanged ? 0 : accepted.samples);
    return new Response(null, {
      status: 204,
      headers: {
        'cache-control': 'no-store',
        'x-prometheus-remote-write-samples-written': String(accepted.samples),
        'x-prometheus-remote-write-histograms-written': String(accepted.histograms),
        'x-prometheus-remote-write-exemplars-written': '0',
      },
    });
  },
);

/** Which message the body holds, as its content type says. Throws `unsupported`, which makes senders try another one. */
function readVersion(headers: Headers): RemoteWriteVersion {
  const proto =
    /;\s*proto=([^;\s]+)/.exec(headers.get('content-type') ?? '')?.[1] ?? 'prometheus.WriteRequest';
  if (proto === 'prometheus.WriteRequest') return '1.0';
  if (proto === 'io.prometheus.write.v2.Request') return '2.0';
  throw new ProofloadError('unsupported', `This call takes no message ${proto}`);
}
