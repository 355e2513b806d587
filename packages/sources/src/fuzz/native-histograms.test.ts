import { readFileSync } from 'node:fs';
import { startHistogramTarget } from '@proofload/testkit';
import { expectRefusal, fuzz, fuzzTimeoutMs, mutate } from '@proofload/testkit/fuzz';
import { beforeAll, expect, it } from 'vitest';
import { MemorySink } from '../fixtures/memory-sink.ts';
import type { NativeHistogram } from '../native-histogram/native-histogram.ts';
import { type HistogramRefs, writeHistogram } from '../native-histogram/write-histogram.ts';
import { RemoteWriteDecoder } from '../remote-write/index.ts';
import { ExpositionSeries } from '../scrape/exposition-decoder.ts';
import { decodeProtobufExposition } from '../scrape/protobuf-exposition.ts';

const requests = ['native', 'native-next'].map((name) =>
  readFileSync(new URL(`../remote-write/fixtures/prometheus-2.42-${name}.snappy`, import.meta.url)),
);
let exposed: Buffer;

beforeAll(async () => {
  const target = await startHistogramTarget();
  for (let at = 1; at < 60; at++) target.observe(0.001 * at ** 3);
  exposed = Buffer.from(await (await fetch(target.url)).arrayBuffer());
  await target.stop();
});

/** Whether all that came of it can be stored: whole numbers in bins that add up. */
function checkStored(sink: MemorySink): void {
  for (const { totals } of sink.rollup.entries) {
    const bins = totals.sketch?.bins().counts ?? new Float64Array();
    expect(bins.every((count) => Number.isInteger(count) && count > 0)).toBe(true);
    if (totals.sketch) expect(bins.reduce((sum, count) => sum + count, 0)).toBe(totals.sketch.count);
  }
}

it('reads or refuses damaged expositions', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 71, rounds: 1500 }, async (random) => {
    const sink = new MemorySink();
    const series = new ExpositionSeries(sink, { labels: {}, keep: [] });
    const found: [HistogramRefs, NativeHistogram][] = [];
    try {
      for (const bytes of [exposed, mutate(random, exposed, [exposed])]) {
        decodeProtobufExposition(bytes, series, {
          onSample: (ref, timeMs, value) => sink.add(ref, timeMs ?? 0, value),
          onHistogram: (refs, timeMs, histogram) =>
            found.push([refs, { ...histogram, timeMs: timeMs ?? found.length }]),
        });
      }
      read += 1;
    } catch (error) {
      expectRefusal(error);
    }
    for (const [refs, histogram] of found) writeHistogram(sink, refs, histogram);
    checkStored(sink);
  });
  expect(read).toBeGreaterThan(0);
});

it('reads or refuses damaged requests', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 72, rounds: 1500 }, async (random) => {
    const sink = new MemorySink();
    const decoder = new RemoteWriteDecoder(sink);
    for (const request of requests) {
      try {
        decoder.decode(mutate(random, request, requests), random() < 0.5 ? '1.0' : '2.0');
        read += 1;
      } catch (error) {
        expectRefusal(error);
      }
    }
    checkStored(sink);
  });
  expect(read).toBeGreaterThan(0);
});
