import { expectStorable, fuzz, fuzzTimeoutMs, mutate, pick } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import { checkDecoded, decodeInPieces, decodeWhole, snapshot } from '../fixtures/decode-snapshot.ts';
import { decodeK6 } from '../k6/decode-k6.ts';

const recorded = ['handle-summary', 'handle-summary-machine', 'summary-export', 'stopped-summary'].map(
  (name) => readFixture(`k6/fixtures/${name}.json`),
);
const small = [
  '{"metrics":{"a{b:c,d:e}":{"type":"trend","contains":"time","values":{"avg":1,"p(95)":2,"count":3},"thresholds":{"p(95)<1":{"ok":false}}},"vus":{"type":"gauge","contains":"default","values":{"value":1,"min":1,"max":1}}},"state":{"testRunDurationMs":1000}}',
  '{"metrics":{"http_reqs":{"count":3,"rate":1.5,"thresholds":{"count>1":true}},"checks{a:b}":{"passes":1,"fails":0,"value":1}},"root_group":{}}',
  '{"version":"1.0.0","config":{"duration":3},"results":{"metrics":[{"name":"http_reqs","type":"counter","contains":"default","values":{"count":3},"thresholds":{"x":{"ok":false}}}]}}',
].map((text) => Buffer.from(text));

it('refuses or reads damaged summaries, the same in pieces as in one', {
  timeout: fuzzTimeoutMs,
}, async () => {
  let read = 0;
  await fuzz({ seed: 11, rounds: 1200 }, async (random) => {
    const originals = random() < 0.7 ? small : recorded;
    const bytes = mutate(random, pick(random, originals), originals);
    const decoded = await decodeInPieces(decodeK6, random, bytes);
    checkDecoded(decoded, bytes.length, 1);
    expect(snapshot(decoded)).toBe(snapshot(await decodeWhole(decodeK6, bytes)));
    for (const { identity, totals, reported } of decoded.progress.reported) {
      expect(identity.unit === null || typeof identity.unit === 'string').toBe(true);
      // JSON has no infinity: such a figure would come back as none at all.
      expectStorable([totals, reported]);
    }
    if (decoded.refusal === null) read += 1;
  });
  expect(read).toBeGreaterThan(0);
});
