import { gunzipSync, gzipSync } from 'node:zlib';
import { createRandom } from '@proofload/domain';
import { fuzz, fuzzTimeoutMs, mutate, pick, pickLines } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { checkDecoded, decodeInPieces, decodeWhole, snapshot } from '../fixtures/decode-snapshot.ts';
import { decodeK6 } from '../k6/decode-k6.ts';

const ndjson = gunzipSync(readFixture('k6/fixtures/small.ndjson.gz'));
const csv = gunzipSync(readFixture('k6/fixtures/small.csv.gz'));
const stopped = readFixture('k6/fixtures/stopped.ndjson');
const reordered = Buffer.from(
  '{"type":"Point","metric":"http_reqs","data":{"value":1,"tags":{"a":"b"},"time":"2026-11-21T05:56:42.5+01:00"}}\n'.repeat(
    3,
  ),
);
const otherCsv = Buffer.from(
  'metric_name,timestamp,metric_value,name,extra_tags,metadata\nvus,1795240602,1,"a,""b""\nc",k=v&w&x=y,m=1\nvus,1795240602123456789,2,,,\n',
);
const lineBodies = [ndjson, stopped, reordered];
/** The shortest record is `a,0,1` with its line end; a point of NDJSON takes more. */
const leastBytes = 6;

/** A few lines of a recorded body: short inputs make many rounds. */
function original(random: () => number): Buffer {
  const isCsv = random() < 0.45;
  if (isCsv) return random() < 0.5 ? otherCsv : pickLines(random, csv, 4, 1);
  return pickLines(random, pick(random, lineBodies), 4);
}

it('refuses or reads damaged lines, the same in pieces as in one', { timeout: fuzzTimeoutMs }, async () => {
  let read = 0;
  await fuzz({ seed: 1, rounds: 1200 }, async (random) => {
    const others = [original(random), original(random)];
    const bytes = mutate(random, original(random), others);
    const decoded = await decodeInPieces(decodeK6, random, bytes);
    checkDecoded(decoded, bytes.length, leastBytes);
    expect(snapshot(decoded)).toBe(snapshot(await decodeWhole(decodeK6, bytes)));
    if (decoded.refusal === null) read += 1;
  });
  expect(read).toBeGreaterThan(0);
});

it('refuses or reads damaged gzip', { timeout: fuzzTimeoutMs }, async () => {
  const seeds = [original(createRandom(1)), original(createRandom(2)), ndjson.subarray(0, 20_000)];
  const packed = [...seeds.map((seed) => gzipSync(seed)), Buffer.concat(seeds.map((seed) => gzipSync(seed)))];
  await fuzz({ seed: 2, rounds: 120 }, async (random) => {
    const bytes = mutate(random, pick(random, packed), packed);
    const decoded = await decodeInPieces(decodeK6, random, bytes);
    // Deflate makes at most 1032 bytes of one.
    checkDecoded(decoded, bytes.length * 1032, leastBytes);
  });
});

it('reads damaged lines the same gzipped as plain', { timeout: fuzzTimeoutMs }, async () => {
  await fuzz({ seed: 3, rounds: 100 }, async (random) => {
    const bytes = mutate(random, original(random), [original(random)]);
    // What begins like gzip is opened once.
    if (bytes[0] === 0x1f || bytes.length === 0) return;
    const packed = await decodeInPieces(decodeK6, random, gzipSync(bytes));
    expect(snapshot(packed)).toBe(snapshot(await decodeWhole(decodeK6, bytes)));
  });
});

it.each([
  ['NDJSON', ndjson.subarray(0, 60_000)],
  ['CSV', csv.subarray(0, 60_000)],
  ['gzip', readFixture('k6/fixtures/small.ndjson.gz')],
])('reads recorded %s the same in any pieces', { timeout: fuzzTimeoutMs }, async (_name, bytes) => {
  const whole = snapshot(await decodeWhole(decodeK6, bytes));
  await fuzz({ seed: 4, rounds: 6 }, async (random) => {
    expect(snapshot(await decodeInPieces(decodeK6, random, bytes))).toBe(whole);
  });
});
