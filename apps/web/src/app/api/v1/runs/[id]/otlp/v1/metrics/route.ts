import { idSchema, ingestQuerySchema } from '@proofload/contracts';
import { ingestOtlp } from '@proofload/services';
import { z } from 'zod';
import { defineRoute } from '@/server/route.ts';

const [protobuf, json] = ['application/x-protobuf', 'application/json'] as const;

export const POST = defineRoute(
  {
    operationId: 'otlpMetrics',
    summary: 'Receive OpenTelemetry metrics',
    description:
      'OTLP/HTTP metrics, from k6 (`--out opentelemetry`), an OpenTelemetry SDK or a collector, as protobuf or JSON, gzip allowed. What was answered with 200 is stored; the same request again is counted once. ' +
      'Metrics and attributes keep their names; of the resource, `service.namespace/service.name` becomes the label `job`, `service.instance.id` (or else the pod or the host) `instance`. ' +
      'Monotonic sums become counters, other cumulative sums and gauges levels. Histograms become `_count`, `_sum`, `_bucket` with `le`, `_min` and `_max`, summaries `_count`, `_sum` and a level per `quantile`; ' +
      'exponential histograms with delta temporality also distributions, which have percentiles. The delta rates of k6 become shares. ' +
      'A counter that began during the run is taken to have been zero when it did. Points without a recorded value are no samples. 503 asks to send the request again. ' +
      'Senders that drop the query of an address name their part in the header `proofload-part`.',
    access: 'ingest',
    takesRunTokens: true,
    params: z.object({ id: idSchema }),
    query: ingestQuerySchema,
    body: {
      kind: 'upload',
      contentTypes: [protobuf, json],
      description:
        '`opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest`, at most 16 MiB after decompression',
    },
    response: {
      kind: 'stream',
      contentType: protobuf,
      also: [json],
      description:
        '`ExportMetricsServiceResponse` in the encoding of the request: empty, or how many points could not be stored and why',
    },
  },
  async ({ ctx, params, query, body, request, container }) => {
    const isJson = request.headers.get('content-type')?.toLowerCase().startsWith(json) ?? false;
    const encoding = isJson ? 'json' : 'protobuf';
    const part = query.part ?? request.headers.get('proofload-part') ?? undefined;
    const accepted = await ingestOtlp(ctx, { runId: params.id, part, encoding, body });
    container.metrics.countSamples('otlp', accepted.unchanged ? 0 : accepted.points);
    return new Response(accepted.answer, {
      headers: { 'content-type': isJson ? json : protobuf, 'cache-control': 'no-store' },
    });
  },
);
