import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expectRefusal, fuzz, fuzzTimeoutMs, mutate, pick } from '@proofload/testkit/fuzz';
import { encodeWriteRequest, snappyLiteral } from '@proofload/testkit/write-request';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { RemoteWriteDecoder, type RemoteWriteVersion } from '../remote-write/remote-write-decoder.ts';
import { SnappyDecoder } from '../remote-write/snappy.ts';

const maxBytes = 1e6;
const recorded = (name: string): Buffer => readFixture(`remote-write/fixtures/${name}.snappy`);
const bodies = {
  '1.0': [recorded('k6-1.8.1'), recorded('prometheus-2.42')],
  '2.0': [recorded('reference-2.0')],
} as const;
/** A field of a sample that says nothing. */
const leastBytes = 2;

const unpack = (body: Uint8Array): Buffer => Buffer.from(new SnappyDecoder().decode(body, maxBytes));

/** What a decoder gives of a request: counts and series, or that it was refused. */
function decode(decoder: RemoteWriteDecoder, body: Uint8Array, version: RemoteWriteVersion) {
  try {
    return decoder.decode(body, version);
  } catch (error) {
    expectRefusal(error);
    return null;
  }
}

function check(sink: MemorySink, counts: ReturnType<typeof decode>, bytes: number): void {
  for (const { identity } of sink.rollup.entries) {
    expect(identity.metric).not.toBe('');
    expect(Object.values(identity.labels).every((value) => typeof value === 'string')).toBe(true);
  }
  expect(sink.rollup.entries.length).toBeLessThanOrEqual(bytes);
  if (counts !== null) expect(counts.samples + counts.histograms).toBeLessThanOrEqual(bytes / leastBytes);
}

it.each([
  ['1.0', 81],
  ['2.0', 82],
] as const)(
  'refuses or reads damaged messages of version %s, and reads a whole one afterwards',
  {
    timeout: fuzzTimeoutMs,
  },
  async (version, seed) => {
    const messages = bodies[version].map(unpack);
    const whole = bodies[version][0];
    const expected = new RemoteWriteDecoder(new MemorySink()).decode(whole, version);
    let read = 0;
    await fuzz({ seed, rounds: 1200 }, (random) => {
      const bytes = mutate(random, pick(random, messages), messages);
      const sink = new MemorySink();
      const decoder = new RemoteWriteDecoder(sink, pick(random, [200, 1e6]));
      const counts = decode(decoder, snappyLiteral(bytes), version);
      check(sink, counts, bytes.length);
      if (counts !== null && counts.samples > 0) read += 1;
      // Neither what it remembers nor what it was at when it refused may show in the next request.
      expect(decoder.decode(whole, version)).toEqual(expected);
    });
    expect(read).toBeGreaterThan(0);
  },
);

it('refuses or reads damaged Snappy, and no more than it says', { timeout: fuzzTimeoutMs }, async () => {
  const packed = [...bodies['1.0'], ...bodies['2.0'], recorded('reference-text')];
  let read = 0;
  await fuzz({ seed: 83, rounds: 2000 }, (random) => {
    const bytes = mutate(random, pick(random, packed), packed);
    try {
      expect(new SnappyDecoder().decode(bytes, maxBytes).length).toBeLessThanOrEqual(maxBytes);
      read += 1;
    } catch (error) {
      expectRefusal(error);
    }
    const sink = new MemorySink();
    const version = pick(random, ['1.0', '2.0'] as const);
    // An element of three bytes gives 64.
    check(sink, decode(new RemoteWriteDecoder(sink), bytes, version), bytes.length * 22);
  });
  expect(read).toBeGreaterThan(0);
});

it('does not keep eighty megabytes of labels', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const forgetful = {
    series: () => 0,
    add: () => undefined,
    addSketch: () => undefined,
    addCounted: () => undefined,
  };
  const decoder = new RemoteWriteDecoder(forgetful);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 800; index++) {
    const labels = { __name__: 'up', a: index + 'n'.repeat(100_000) };
    decoder.decode(encodeWriteRequest([{ labels, samples: [{ timeMs: index, value: 1 }] }]), '1.0');
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(55e6);
});
