import { gunzipSync, gzipSync } from 'node:zlib';
import { fuzz, fuzzTimeoutMs, mutate, pick, pickLines } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import {
  checkDecoded,
  type Decode,
  decodeInPieces,
  decodeWhole,
  snapshot,
} from '../fixtures/decode-snapshot.ts';
import { decodeOpenMetrics } from '../scrape/decode-openmetrics.ts';

const recorded = gunzipSync(readFixture('scrape/fixtures/argocd-controller.txt.gz'));
const openMetrics = Buffer.from(
  '# TYPE reqs counter\n# UNIT reqs reqs\n# HELP reqs Requests.\nreqs_total{code="200"} 17 1795240602.5 # {trace_id="x"} 0.5\n' +
    '{"http.server.duration","http.route"="/a\\"\\n"} 3e-7 1795240602500\n# TYPE "x y" gauge\nup { job = "a" , } +Inf\n# EOF\n',
);
const decode: Decode = (body, sink, progress) => decodeOpenMetrics(body, sink, progress, 1_795_240_602_000);
/** `a 1` with its line end. */
const leastBytes = 4;

const original = (random: () => number): Buffer =>
  random() < 0.4 ? openMetrics : pickLines(random, recorded, 6);

it('refuses or reads damaged expositions, the same in pieces as in one', {
  timeout: fuzzTimeoutMs,
}, async () => {
  let read = 0;
  await fuzz({ seed: 21, rounds: 1200 }, async (random) => {
    const bytes = mutate(random, original(random), [original(random), openMetrics]);
    const decoded = await decodeInPieces(decode, random, bytes);
    checkDecoded(decoded, bytes.length, leastBytes);
    expect(snapshot(decoded)).toBe(snapshot(await decodeWhole(decode, bytes)));
    if (decoded.refusal === null) read += 1;
  });
  expect(read).toBeGreaterThan(0);
});

it('refuses or reads damaged gzip', { timeout: fuzzTimeoutMs }, async () => {
  const packed = [gzipSync(openMetrics), gzipSync(recorded.subarray(0, 9000))];
  await fuzz({ seed: 22, rounds: 80 }, async (random) => {
    const bytes = mutate(random, pick(random, packed), packed);
    checkDecoded(await decodeInPieces(decode, random, bytes), bytes.length * 1032, leastBytes);
  });
});

it('reads a recorded scrape the same in any pieces', { timeout: fuzzTimeoutMs }, async () => {
  const bytes = recorded.subarray(0, 60_000);
  const whole = snapshot(await decodeWhole(decode, bytes));
  await fuzz({ seed: 23, rounds: 15 }, async (random) => {
    expect(snapshot(await decodeInPieces(decode, random, bytes))).toBe(whole);
  });
});
