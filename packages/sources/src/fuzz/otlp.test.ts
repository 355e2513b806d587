import { gunzipSync, gzipSync } from 'node:zlib';
import { decodeChunk, encodeChunk, mergePoints } from '@proofload/series';
import { expectPlain, expectRefusal, fuzz, fuzzTimeoutMs, mutate, pick } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { OtlpDecoder } from '../otlp/otlp-decoder.ts';
import type { OtlpEncoding } from '../otlp/otlp-response.ts';

const recorded = (name: string): Buffer => readFixture(`otlp/fixtures/${name}`);
const protobuf = [
  recorded('reference.pb'),
  gunzipSync(recorded('go-1.43.pb.gz')),
  gunzipSync(recorded('go-1.43-delta.pb.gz')),
  recorded('k6-1.8.1-delta.pb').subarray(0, 3000),
];
const json = [recorded('reference.json'), recorded('js-3.1.json'), recorded('js-3.1-delta.json')];
/** A bucket of one byte may be spread over so many bins. */
const binsPerBucket = 16;

const source = (encoding: OtlpEncoding) => ({ encoding, stream: 'one', runStartMs: 1_795_240_600_000 });

/** Decodes damaged bytes with a decoder that has seen a whole request before. @returns null when they were refused */
function decode(decoder: OtlpDecoder, bytes: Uint8Array, encoding: OtlpEncoding) {
  try {
    return decoder.decode(bytes, source(encoding));
  } catch (error) {
    expectRefusal(error);
    return null;
  }
}

function check(sink: MemorySink, counts: ReturnType<typeof decode>, bytes: number): void {
  const { entries } = sink.rollup;
  expect(entries.length).toBeLessThanOrEqual(bytes);
  for (const { identity, points } of entries) {
    expect(identity.metric).not.toBe('');
    expect(Object.values(identity.labels).every((value) => typeof value === 'string')).toBe(true);
    const whole = mergePoints(identity.kind, [points]);
    expect(decodeChunk(encodeChunk(whole)).times).toEqual(whole.times);
  }
  if (counts === null) return;
  expectPlain([counts.message]);
  expect(counts.numbers).toBeLessThanOrEqual(binsPerBucket * bytes);
  expect(counts.points + counts.rejectedPoints).toBeLessThanOrEqual(bytes);
  expect(counts.message === '').toBe(counts.rejectedPoints === 0);
}

it.each([
  ['protobuf', protobuf, 61],
  ['json', json, 62],
] as const)(
  'refuses or reads damaged %s, and what it reads can be stored',
  {
    timeout: fuzzTimeoutMs,
  },
  async (encoding, bodies, seed) => {
    let read = 0;
    await fuzz({ seed, rounds: 1200 }, (random) => {
      const bytes = mutate(random, pick(random, bodies), bodies);
      const sink = new MemorySink();
      const decoder = new OtlpDecoder(sink, pick(random, [1000, 100_000]));
      const before = pick(random, bodies);
      decode(decoder, before, encoding);
      const counts = decode(decoder, bytes, encoding);
      check(sink, counts, before.length + bytes.length);
      if (counts !== null) read += 1;
    });
    expect(read).toBeGreaterThan(0);
  },
);

it('refuses or reads damaged gzip', { timeout: fuzzTimeoutMs }, async () => {
  const packed = [...protobuf, ...json].map((body) => gzipSync(body));
  await fuzz({ seed: 63, rounds: 150 }, (random) => {
    const bytes = mutate(random, pick(random, packed), packed);
    const sink = new MemorySink();
    const encoding = pick(random, ['protobuf', 'json'] as const);
    // Deflate makes at most 1032 bytes of one.
    check(sink, decode(new OtlpDecoder(sink), bytes, encoding), bytes.length * 1032);
  });
});
