import { gunzipSync } from 'node:zlib';
import { createRandom, ProofloadError } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import { decodeOpenMetrics } from './decode-openmetrics.ts';
import { ExpositionDecoder, ExpositionSeries } from './exposition-decoder.ts';

const nowMs = 1_795_240_602_000;

async function decode(text: string | Uint8Array, pieceBytes?: number) {
  const sink = new MemorySink();
  const progress = emptyProgress();
  await decodeOpenMetrics(bodyOf(text, pieceBytes), sink, progress, nowMs);
  return { sink, progress };
}

describe('a recorded scrape of an Argo CD controller', () => {
  const recorded = readFixture('scrape/fixtures/argocd-controller.txt.gz');

  it('gives every sample, gzipped or not', async () => {
    for (const body of [recorded, gunzipSync(recorded)]) {
      const { progress } = await decode(body, 1000);
      expect(progress).toMatchObject({ format: 'openmetrics', samples: 1892, hasTimes: false });
    }
  });

  it('tells counters from levels by their types', async () => {
    const { sink } = await decode(recorded);
    const kindOf = (metric: string) =>
      sink.rollup.entries.find(({ identity }) => identity.metric === metric)?.identity;
    expect(kindOf('argocd_app_sync_total')?.kind).toBe('cumulative');
    expect(kindOf('argocd_app_info')?.kind).toBe('gauge');
    expect(kindOf('workqueue_queue_duration_seconds_bucket')).toMatchObject({
      kind: 'cumulative',
      unit: null,
    });
    expect(kindOf('workqueue_queue_duration_seconds_sum')).toMatchObject({ kind: 'cumulative', unit: 's' });
    expect(kindOf('process_resident_memory_bytes')).toMatchObject({ kind: 'gauge', unit: 'bytes' });
    expect(kindOf('go_gc_duration_seconds')).toMatchObject({ kind: 'gauge', unit: 's' });
    expect(sink.figures('argocd_app_info', { sync_status: 'Synced' }).sum).toBe(100);
  });
});

describe('samples', () => {
  it.each([
    ['a bare name', 'up 1', 'up', {}, 1],
    ['labels', 'up{job="a",pod="b"} 2.5', 'up', { job: 'a', pod: 'b' }, 2.5],
    ['a comma at the end', 'up{job="a",} 1', 'up', { job: 'a' }, 1],
    ['space everywhere', 'up { job = "a" , pod="b" }   1  ', 'up', { job: 'a', pod: 'b' }, 1],
    ['escapes', 'up{path="C:\\\\dir\\n\\"x\\""} 1', 'up', { path: 'C:\\dir\n"x"' }, 1],
    ['braces and commas in a value', 'up{expr="a{b=\\"c\\"},d"} 1', 'up', { expr: 'a{b="c"},d' }, 1],
    ['an unknown escape', 'up{path="\\d"} 1', 'up', { path: '\\d' }, 1],
    [
      'a quoted UTF-8 name',
      '{"http.server.duration","http.route"="/a"} 3',
      'http.server.duration',
      { 'http.route': '/a' },
      3,
    ],
    ['an exemplar', 'up{le="1"} 4 # {trace_id="x"} 0.5 1795240602', 'up', { le: '1' }, 4],
    ['an exponent', 'up 1.5e-07', 'up', {}, 1.5e-7],
    ['plus infinity', 'up +Inf', 'up', {}, Number.POSITIVE_INFINITY],
  ])('with %s', async (_name, line, metric, labels, value) => {
    const { sink } = await decode(`${line}\n`);
    expect(sink.rollup.entries.map(({ identity }) => [identity.metric, identity.labels])).toEqual([
      [metric, labels],
    ]);
    expect(sink.rollup.entries[0]?.totals.last).toBe(value);
  });

  it.each([
    ['milliseconds', 'up 1 1795240602500', nowMs + 500],
    ['seconds', 'up 1 1795240602', nowMs],
    ['seconds with a fraction', 'up 1 1795240602.25', nowMs + 250],
    ['none', 'up 1', nowMs],
  ])('with a timestamp in %s', async (_name, line, timeMs) => {
    const { sink, progress } = await decode(line);
    expect(sink.rollup.entries[0]?.totals.lastMs).toBe(timeMs);
    expect(progress.hasTimes).toBe(line.split(' ').length > 2);
  });

  it('that are not a number are gaps', async () => {
    const { progress } = await decode('up NaN\nup 1\n');
    expect(progress.samples).toBe(1);
  });
});

it('reads OpenMetrics: units, created times, end', async () => {
  const sink = new MemorySink();
  const decoder = new ExpositionDecoder(
    new ExpositionSeries(sink, { labels: {}, keep: [] }),
    (ref, timeMs, value) => sink.add(ref, timeMs ?? 0, value),
  );
  decoder.write(
    Buffer.from(
      '# TYPE reqs counter\n# UNIT reqs reqs\n# HELP reqs Requests.\nreqs_total{code="200"} 17 1795240602\nreqs_created{code="200"} 1795240000\n# TYPE build info\nbuild_info{version="1"} 1\n# EOF\n',
    ),
  );
  decoder.end();
  expect(decoder.hasEnd).toBe(true);
  expect(sink.rollup.entries.map(({ identity }) => [identity.metric, identity.kind])).toEqual([
    ['reqs_total', 'cumulative'],
    ['reqs_created', 'gauge'],
    ['build_info', 'gauge'],
  ]);
});

it('keeps the metrics that were asked for, and adds the labels of the target', () => {
  const sink = new MemorySink();
  const series = new ExpositionSeries(sink, { labels: { job: 'argo', pod: 'none' }, keep: ['up', 'go_*'] });
  const decoder = new ExpositionDecoder(series, (ref, _timeMs, value) => sink.add(ref, 0, value));
  decoder.write(Buffer.from('up{pod="a"} 1\nup_time 1\ngo_goroutines 5\nprocess_cpu 2\n'));
  expect(sink.rollup.entries.map(({ identity }) => [identity.metric, identity.labels])).toEqual([
    ['up', { job: 'argo', pod: 'a' }],
    ['go_goroutines', { job: 'argo', pod: 'none' }],
  ]);
  expect(decoder.samples).toBe(2);
});

it('keeps a label by any name', async () => {
  const { sink } = await decode('up{__proto__="a"} 1\n');
  expect(Object.entries(sink.rollup.entries[0]?.identity.labels ?? {})).toEqual([['__proto__', 'a']]);
});

describe('refuses', () => {
  it.each([
    ['no value', 'up\n', 'name, labels and a value'],
    ['no value after labels', 'up{a="b"}\n', 'expected a number'],
    ['a text as value', 'up one\n', 'expected a number, not "one"'],
    ['open labels', 'up{a="b" 1\n', 'name, labels and a value'],
    ['a label without quotes', 'up{a=b} 1\n', 'quoted value of a'],
    ['a label without a value', 'up{a} 1\n', 'expected = after a'],
    ['labels without a comma', 'up{a="b"c="d"} 1\n', 'comma'],
    ['labels without a name', '{a="b"} 1\n', 'name of a metric'],
    ['a timestamp that is none', 'up 1 now\n', 'timestamp'],
    ['something after the timestamp', 'up 1 2 3\n', 'nothing after the timestamp'],
    ['an unknown type', '# TYPE up meter\n', 'type of counter'],
  ])('%s, naming the line', async (_name, text, message) => {
    await expect(decode(`ok 1\n\n${text}`)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'line 3', line: 3, message: expect.stringContaining(message) }],
    });
  });

  it('a number of a megabyte that is none, at once and without repeating it', async () => {
    const started = performance.now();
    const refused = decode(`up ${'1'.repeat(1_000_000)}x\n`);
    await expect(refused).rejects.toMatchObject({ code: 'invalid', fields: [{ line: 1 }] });
    await expect(decode(`up{"${'a'.repeat(100_000)}"} 1\n`)).rejects.toThrow(/^.{0,600}$/);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('an empty body', () =>
    expect(decode('')).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'body' }] }));
});

it('survives any damage to its input', async () => {
  const random = createRandom(11);
  const original = gunzipSync(readFixture('scrape/fixtures/argocd-controller.txt.gz')).subarray(0, 5000);
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(original);
    for (let change = 0; change < 3; change++)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    await decode(bytes).catch((error: unknown) => {
      expect(error).toBeInstanceOf(ProofloadError);
      refused += 1;
    });
  }
  expect(refused).toBeGreaterThan(0);
});
