import { gunzipSync, gzipSync } from 'node:zlib';
import { expectStorable, fuzz, fuzzTimeoutMs, mutate, pick, pickLines } from '@proofload/testkit/fuzz';
import { expect, it } from 'vitest';
import { readFixture } from '../fixtures/bodies.ts';
import {
  checkDecoded,
  type Decode,
  decodeInPieces,
  decodeWhole,
  snapshot,
} from '../fixtures/decode-snapshot.ts';
import { decodeResults, type ResultFormat, resultFormats } from '../results/index.ts';

const read = (path: string): Buffer => readFixture(path);
const pods = gunzipSync(read('kube-burner/fixtures/podLatencyMeasurement-kubelet-density.json.gz'));
const bodies: Readonly<Record<ResultFormat, readonly Buffer[]>> = {
  'kube-burner': [
    // A few documents make many rounds.
    Buffer.from(JSON.stringify(JSON.parse(pods.toString()).slice(0, 4))),
    ...['podLatencyQuantilesMeasurement-kubelet-density', 'jobSummary', 'alert', 'requests'].map((name) =>
      read(`kube-burner/fixtures/${name}.json`),
    ),
  ],
  clusterloader2: ['pod-startup', 'api-responsiveness', 'generic-query', 'scheduling-throughput'].map(
    (name) => read(`clusterloader2/fixtures/${name}.json`),
  ),
  iperf3: [
    ...['tcp-omit', 'tcp-bidir', 'udp-reverse', 'tcp-long-intervals', 'refused'].map((name) =>
      read(`iperf3/fixtures/${name}.json`),
    ),
    read('iperf3/fixtures/tcp-parallel.stream.ndjson'),
  ],
  csv: [
    read('csv/fixtures/frame.csv'),
    read('csv/fixtures/export.csv'),
    Buffer.from(
      'metric,value,time,unit,kind,shard\na,1,1795240602,,delta,0\nb,2,1795240602.5,ms,distribution,1\n',
    ),
    Buffer.from('time,a\n1795240602123456789,1\n1795240602123456790,NaN\n'),
  ],
};
/** `1,2` of a CSV with its line end. */
const leastBytes = 2;
/** Seconds over which a count of iperf3 may be spread. */
const mostParts = 62;

const decodeAs =
  (format: ResultFormat | undefined): Decode =>
  (body, sink, progress) =>
    decodeResults(body, sink, progress, { format, name: 'fuzz.json' });

it.each(resultFormats)(
  'refuses or reads damaged %s, the same in pieces as in one',
  {
    timeout: fuzzTimeoutMs,
  },
  async (format) => {
    const originals = bodies[format];
    let complete = 0;
    await fuzz({ seed: 41 + resultFormats.indexOf(format), rounds: 800 }, async (random) => {
      const original = pick(random, originals);
      const short = format === 'csv' && random() < 0.5 ? pickLines(random, original, 3, 1) : original;
      const bytes = mutate(random, short, originals);
      const decode = decodeAs(random() < 0.8 ? format : undefined);
      const decoded = await decodeInPieces(decode, random, bytes);
      const parts = format === 'iperf3' ? mostParts : 1;
      checkDecoded(decoded, bytes.length, leastBytes / parts);
      expect(decoded.progress.samples).toBeLessThanOrEqual(bytes.length / leastBytes + 1);
      expect(snapshot(decoded)).toBe(snapshot(await decodeWhole(decode, bytes)));
      for (const { identity, totals, reported } of decoded.progress.reported) {
        expect(identity.metric).not.toBe('');
        // JSON has no infinity: such a figure would come back as none at all.
        expectStorable([totals, reported]);
      }
      if (decoded.refusal === null) complete += 1;
    });
    expect(complete).toBeGreaterThan(0);
  },
);

it('refuses or reads damaged gzip', { timeout: fuzzTimeoutMs }, async () => {
  const packed = resultFormats.flatMap((format) => bodies[format].map((body) => gzipSync(body)));
  await fuzz({ seed: 46, rounds: 120 }, async (random) => {
    const bytes = mutate(random, pick(random, packed), packed);
    const decoded = await decodeInPieces(decodeAs(undefined), random, bytes);
    checkDecoded(decoded, bytes.length * 1032, leastBytes / mostParts);
  });
});

it.each(resultFormats)('reads %s the same in any pieces', { timeout: fuzzTimeoutMs }, async (format) => {
  for (const [index, bytes] of bodies[format].entries()) {
    const whole = snapshot(await decodeWhole(decodeAs(undefined), bytes));
    await fuzz({ seed: 47 + index, rounds: 6 }, async (random) => {
      expect(snapshot(await decodeInPieces(decodeAs(undefined), random, bytes))).toBe(whole);
    });
  }
});
