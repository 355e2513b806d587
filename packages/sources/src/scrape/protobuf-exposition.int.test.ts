import { type RealPrometheus, startPrometheus } from '@proofload/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { ExpositionDecoder, ExpositionSeries } from './exposition-decoder.ts';
import { decodeProtobufExposition, isProtobufExposition } from './protobuf-exposition.ts';

/** Prometheus exposes itself with the Go client, in every format that it is asked for. */
let prometheus: RealPrometheus;
beforeAll(async () => {
  prometheus = await startPrometheus({ scrapesItself: true });
  await prometheus.waitFor('prometheus_tsdb_head_series');
});
afterAll(() => prometheus.stop());

async function fetchAs(accept: string): Promise<{ type: string; body: Buffer }> {
  const answer = await fetch(`${prometheus.url}/metrics`, { headers: { accept } });
  return { type: answer.headers.get('content-type') ?? '', body: Buffer.from(await answer.arrayBuffer()) };
}

const identities = (sink: MemorySink): string[] =>
  sink.rollup.entries
    .map(({ identity: { metric, kind, unit, labels } }) =>
      JSON.stringify([metric, kind, unit, Object.entries(labels).sort()]),
    )
    .sort();

/** What does not change between two scrapes. */
const steady = (sink: MemorySink, metric: string): unknown[] =>
  sink.rollup.entries
    .filter(({ identity }) => identity.metric === metric)
    .map(({ identity, totals }) => [identity.labels, totals.last]);

it('has the series of the text, name by name, label by label and kind by kind', async () => {
  const options = { labels: { job: 'self' }, keep: [] };
  const [asText, asProtobuf] = [new MemorySink(), new MemorySink()];
  // The first scrape makes series of its own.
  await fetchAs('text/plain;version=0.0.4');
  const text = await fetchAs('text/plain;version=0.0.4');
  const decoder = new ExpositionDecoder(new ExpositionSeries(asText, options), (ref, _, value) =>
    asText.add(ref, 0, value),
  );
  decoder.write(text.body);
  decoder.end();
  const protobuf = await fetchAs(
    'application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited',
  );
  expect(isProtobufExposition(text.type)).toBe(false);
  expect(isProtobufExposition(protobuf.type)).toBe(true);
  decodeProtobufExposition(protobuf.body, new ExpositionSeries(asProtobuf, options), {
    onSample: (ref, _, value) => asProtobuf.add(ref, 0, value),
    onHistogram: () => expect.unreachable(),
  });
  expect(identities(asText).length).toBeGreaterThan(300);
  expect(identities(asProtobuf)).toEqual(identities(asText));
  for (const metric of ['prometheus_build_info', 'process_start_time_seconds', 'process_max_fds']) {
    expect(steady(asText, metric)).toHaveLength(1);
    expect(steady(asProtobuf, metric)).toEqual(steady(asText, metric));
  }
});
