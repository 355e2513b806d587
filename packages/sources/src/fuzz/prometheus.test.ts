import { expectPlain, fuzz, fuzzTimeoutMs, inPieces, mutate, pick } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { collectQueries } from '../prometheus/collect-queries.ts';
import { createPrometheusClient } from '../prometheus/prometheus-client.ts';
import type { Fetch } from '../stream/fetch-bytes.ts';

const small = [
  '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"up","job":"a"},"values":[[1795240602.5,"1"],[1795240603,"NaN"]]}]},"warnings":["partial"]}',
  '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"histograms":[]}]}}',
  '{"status":"error","errorType":"bad_data","error":"exceeded maximum resolution"}',
].map((text) => Buffer.from(text));
const recorded = [
  'prom-range-request-total.json',
  'prom-range-p99.json',
  'prom-error-points.json',
  'prom-error-parse.json',
  'range-go_goroutines.json',
].map((name) => readFixture(`prometheus/fixtures/${name}`));

it('takes any damaged answer as samples or as a gap', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 31, rounds: 1200 }, async (random) => {
    const originals = random() < 0.7 ? small : recorded;
    const bytes = mutate(random, pick(random, originals), originals);
    const status = pick(random, [200, 200, 200, 400, 422, 503]);
    const fake: Fetch = async () => new Response(ReadableStream.from(inPieces(random, bytes)), { status });
    const sink = new MemorySink();
    const result = await collectQueries(
      createPrometheusClient(fake, 'http://prom'),
      sink,
      { fromMs: 0, toMs: 60_000 },
      {
        queries: { asked: 'up' },
        stepMs: 5000,
        wait: () => Promise.resolve(),
        signal: new AbortController().signal,
      },
    );
    // `[1,"2"]` with its comma.
    expect(result.samples).toBeLessThanOrEqual(bytes.length / 8);
    expect(sink.rollup.samples + sink.rollup.refusedValues).toBe(result.samples);
    expectPlain(result.warnings);
    expectPlain(result.gaps.map(({ gap }) => gap.reason));
    if (result.samples > 0) read += 1;
  });
  expect(read).toBeGreaterThan(0);
});
