import { gunzipSync, gzipSync } from 'node:zlib';
import { createRandom, ProofloadError } from '@proofload/domain';
import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import type { GunzipLimits } from '../stream/gunzip-body.ts';
import { decodeK6 } from './decode-k6.ts';

async function decode(body: AsyncIterable<Uint8Array>, limits?: GunzipLimits) {
  const sink = new MemorySink();
  const progress = emptyProgress();
  let failure: ProofloadError | null = null;
  try {
    await decodeK6(body, sink, progress, limits);
  } catch (error) {
    if (!(error instanceof ProofloadError)) throw error;
    failure = error;
  }
  return { sink, progress, failure };
}

interface HandledMetric {
  type: string;
  values: Record<string, number>;
}
const summary = JSON.parse(readFixture('k6/fixtures/handle-summary.json').toString()) as {
  metrics: Record<string, HandledMetric>;
};

function splitName(text: string): { metric: string; labels: Record<string, string> } {
  const [metric = '', rest = ''] = text.split(/[{}]/);
  const labels = rest === '' ? [] : [rest.split(':') as [string, string]];
  return { metric, labels: Object.fromEntries(labels) };
}

const relative = (value: number, expected: number): number =>
  expected === 0 ? Math.abs(value) : Math.abs(value / expected - 1);

describe.each(['small.ndjson.gz', 'small.csv.gz'])("%s agrees with k6's own summary of the run", (name) => {
  const decoded = decode(bodyOf(readFixture(`k6/fixtures/${name}`)));
  const isCsv = name.includes('csv');

  it.each(Object.entries(summary.metrics))('%s', async (text, { type, values }) => {
    const { sink, failure } = await decoded;
    expect(failure).toBeNull();
    const { metric, labels } = splitName(text);
    const figures = sink.figures(metric, labels);
    const value = (name: string): number => values[name] ?? Number.NaN;
    if (type === 'counter') {
      expect(figures.sum).toBe(value('count'));
      return;
    }
    if (type === 'gauge') {
      // Two VUs set a gauge in the same nanosecond: k6 keeps either.
      expect([figures.min, figures.max]).toEqual([value('min'), value('max')]);
      return;
    }
    if (type === 'rate') {
      expect([figures.sum, figures.count]).toEqual([value('passes'), value('passes') + value('fails')]);
      return;
    }
    expect(figures.count).toBe(value('count'));
    expect(relative(figures.sum / figures.count, value('avg'))).toBeLessThan(0.001);
    expect([figures.min, figures.max]).toEqual([value('min'), value('max')]);
    for (const [percentile, q] of [
      ['med', 0.5],
      ['p(90)', 0.9],
      ['p(95)', 0.95],
      ['p(99)', 0.99],
      ['p(99.9)', 0.999],
    ] as const) {
      expect(relative(figures.sketch.quantile(q), value(percentile))).toBeLessThan(0.01);
    }
  });

  it('reads every line and tells what it had to guess', async () => {
    const { progress } = await decoded;
    expect(progress).toMatchObject(
      isCsv
        ? { format: 'k6-csv', lines: 3363, samples: 3362 }
        : { format: 'k6-ndjson', lines: 3384, samples: 3362 },
    );
    expect(progress.warnings.join()).toMatch(isCsv ? /The type of .*good_answers/ : /^$/);
  });
});

it('knows kinds and units from the metrics that k6 declares', async () => {
  const { sink } = await decode(bodyOf(readFixture('k6/fixtures/small.ndjson.gz')));
  const known = new Map(
    sink.rollup.entries.map(({ identity }) => [identity.metric, [identity.kind, identity.unit]]),
  );
  expect(Object.fromEntries(known)).toMatchObject({
    http_req_duration: ['distribution', 'ms'],
    data_sent: ['delta', 'bytes'],
    http_req_failed: ['ratio', null],
    queue_depth: ['gauge', null],
    body_size: ['distribution', null],
  });
});

it('drops the url when it only repeats the name', async () => {
  const { sink } = await decode(bodyOf(readFixture('k6/fixtures/small.ndjson.gz')));
  expect(sink.figures('http_reqs', { name: 'item' }).series).toBe(1);
  expect(sink.rollup.entries.every(({ identity }) => !('url' in identity.labels))).toBe(true);
});

it('reads the same whatever the pieces that the body arrives in', async () => {
  const plain = gunzipSync(readFixture('k6/fixtures/small.ndjson.gz')).subarray(0, 40_000);
  const whole = await decode(bodyOf(plain));
  for (const pieceBytes of [1, 7, 333, 4096]) {
    const cut = await decode(bodyOf(plain, pieceBytes));
    expect(cut.progress).toEqual(whole.progress);
    expect(cut.sink.rollup.entries.map(({ totals }) => totals)).toEqual(
      whole.sink.rollup.entries.map(({ totals }) => totals),
    );
  }
});

const point = (changes: Record<string, unknown> = {}, data: Record<string, unknown> = {}): string =>
  JSON.stringify({
    metric: 'http_reqs',
    type: 'Point',
    data: { time: '2026-11-21T05:56:42.5Z', value: 1, tags: { name: 'item' }, ...data },
    ...changes,
  });

describe('lines that k6 might write', () => {
  it.each([
    ['byte order mark', `\uFEFF${point()}\n`],
    ['carriage returns', `${point()}\r\n`],
    ['blank lines', `\n${point()}\n\n  \n`],
    ['no end of the last line', point()],
    [
      'another order of keys',
      '{"type":"Point","metric":"http_reqs","data":{"value":1,"tags":null,"time":"2026-11-21T05:56:42Z"}}',
    ],
    ['an offset', point({}, { time: '2026-11-21T06:56:42.5+01:00' })],
    ['metadata', point({}, { metadata: { vu: '1' } })],
    ['an exponent', point({}, { value: 1 }).replace('"value":1', '"value":1e0')],
    ['braces in a tag', point({}, { tags: { name: 'a}}}' } })],
    ['escapes in a tag', point({}, { tags: { name: 'a"\\\n\u00e9' } })],
  ])('%s', async (_name, text) => {
    const { sink, progress, failure } = await decode(bodyOf(text));
    expect(failure).toBeNull();
    expect(progress.samples).toBe(1);
    expect(sink.figures('http_reqs')).toMatchObject({ count: 1, sum: 1 });
  });

  it('keeps tags as they were written', async () => {
    const name = 'a"\\\n\u00e9 \u{1F600}';
    const { sink } = await decode(bodyOf(`${point({}, { tags: { name } })}\n`));
    expect(sink.rollup.entries[0]?.identity.labels).toEqual({ name });
  });
});

it('reads a time that Go did not set as of the year 1', async () => {
  const { sink } = await decode(bodyOf(point({}, { time: '0001-01-01T00:00:00Z' })));
  expect(sink.rollup.entries[0]?.totals.firstMs).toBe(-62_135_596_800_000);
});

it('takes no name of every object for a unit', async () => {
  const declared = '{"type":"Metric","metric":"m","data":{"type":"gauge","contains":"constructor"}}\n';
  const { sink } = await decode(bodyOf(declared + point({ metric: 'm' })));
  expect(sink.rollup.entries[0]?.identity).toMatchObject({ kind: 'gauge', unit: null });
});

it('warns in text that can be stored', async () => {
  const { progress } = await decode(bodyOf(point({ metric: `a\0\ud800${'b'.repeat(1000)}` })));
  expect(progress.warnings.join()).toMatch(/^The type of a\uFFFD\uFFFDb{96}… is not in the data/);
});

describe('a broken line', () => {
  it.each([
    ['half a line', point().slice(0, 40), 'JSON'],
    ['an unknown type', point({ type: 'Other' }), 'Metric or a Point'],
    ['no metric', point({ metric: undefined }), 'metric'],
    ['a text as value', point({}, { value: '1' }), 'data.value'],
    ['a time that is none', point({}, { time: '2026-13-21T05:56:42Z' }), 'RFC 3339'],
    ['a tag that is no text', point({}, { tags: { name: 1 } }), 'data.tags'],
    [
      'a metric of an unknown type',
      '{"type":"Metric","metric":"m","data":{"type":"histogram"}}',
      'type of counter',
    ],
    ['an array', '[]', 'Metric or a Point'],
    ['an empty metric', point({ metric: '' }), 'metric'],
    ['a raw NUL', point().replace('http_reqs', 'http\0reqs'), 'JSON'],
  ])('%s: names the line and keeps what came before', async (_name, line, expected) => {
    const { sink, progress, failure } = await decode(bodyOf(`${point()}\n${point()}\n${line}\n${point()}\n`));
    expect(failure).toMatchObject({ code: 'invalid', fields: [{ field: 'line 3', line: 3 }] });
    expect(failure?.message).toContain(expected);
    expect(progress).toMatchObject({ lines: 2, samples: 2 });
    expect(sink.figures('http_reqs').count).toBe(2);
  });

  it('is named as line 500000', async () => {
    const lines = `${point()}\n`.repeat(499_999);
    const { progress, failure } = await decode(bodyOf(gzipSync(`${lines}{"metric":"http_r\n${point()}\n`)));
    expect(failure?.fields).toEqual([
      { field: 'line 500000', message: 'expected a JSON object', line: 500_000 },
    ]);
    expect(progress).toMatchObject({ lines: 499_999, samples: 499_999 });
  });

  it('is refused when it is longer than a mebibyte, in one piece or in many', async () => {
    const long = point({}, { tags: { name: 'x'.repeat(1_048_576) } });
    for (const pieceBytes of [1000, 10_000_000]) {
      const { progress, failure } = await decode(bodyOf(`${point()}\n${long}\n`, pieceBytes));
      expect(failure).toMatchObject({ code: 'too-large', fields: [{ field: 'line 2' }] });
      expect(progress.samples).toBe(1);
    }
  });
});

describe('gzip', () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `${point({}, { value: index })}\n`).join('');
  const packed = gzipSync(text);

  it('that ends too early keeps what came before', async () => {
    const { progress, failure } = await decode(bodyOf(packed.subarray(0, packed.length - 2000), 5000));
    expect(failure).toMatchObject({ code: 'invalid', fields: [{ field: 'body' }] });
    expect(failure?.message).toContain('ends too early');
    expect(progress.samples).toBeGreaterThan(10_000);
    expect(progress.samples).toBeLessThan(20_000);
  });

  it('that is damaged is refused', async () => {
    const damaged = Buffer.from(packed);
    damaged.fill(0xff, packed.length / 2, packed.length / 2 + 50);
    const { failure } = await decode(bodyOf(damaged));
    expect(failure?.code).toBe('invalid');
  });

  it('of several members is read to its end', async () => {
    const { progress, failure } = await decode(bodyOf(Buffer.concat([packed, gzipSync(`${point()}\n`)])));
    expect(failure).toBeNull();
    expect(progress.samples).toBe(20_001);
  });

  it.each([
    ['in the same piece', [Buffer.concat([packed, Buffer.alloc(512)])]],
    ['in a piece of their own', [packed, Buffer.alloc(512), Buffer.alloc(512)]],
  ])('that is padded with zeros %s ends', async (_name, pieces) => {
    const { progress, failure } = await decode(ReadableStream.from(pieces));
    expect(failure).toBeNull();
    expect(progress.samples).toBe(20_000);
  });

  it.each([
    ['of zeros', Buffer.alloc(64 * 1024 * 1024)],
    ['of line ends', Buffer.alloc(64 * 1024 * 1024, '\n')],
    ['of one repeated line', Buffer.from(`${point()}\n`.repeat(400_000))],
  ])('bomb %s is refused as too large', async (_name, content) => {
    const head = Buffer.from(`${point()}\n`);
    const { failure } = await decode(bodyOf(gzipSync(Buffer.concat([head, content]))), {
      maxBytes: 2 ** 40,
      maxRatio: 60,
      ratioFromBytes: 2 ** 24,
    });
    expect(failure?.code).toBe('too-large');
  });

  it('that becomes too large altogether is refused', async () => {
    const { failure } = await decode(bodyOf(packed), { maxBytes: 100_000, maxRatio: 1e9, ratioFromBytes: 0 });
    expect(failure).toMatchObject({ code: 'too-large', fields: [{ field: 'body' }] });
  });
});

it.each([
  ['nothing', '', 'invalid'],
  ['only space', ' \n ', 'invalid'],
  ['a text', 'hello', 'unsupported'],
  ['an archive', Buffer.from([0x50, 0x4b, 3, 4]), 'unsupported'],
  ['empty gzip', gzipSync(''), 'invalid'],
  ['other JSON', '{"a": 1}', 'invalid'],
  ['broken JSON', '{"metrics": {', 'invalid'],
])('%s is refused', async (_name, content, code) => {
  const { failure } = await decode(bodyOf(content as string | Buffer));
  expect(failure?.code).toBe(code);
  expect(failure?.fields[0]?.field).toMatch(/^(body|metrics)$/);
});

it('survives any damage to its input', async () => {
  const random = createRandom(7);
  const originals = [
    gunzipSync(readFixture('k6/fixtures/small.ndjson.gz')).subarray(0, 6000),
    gunzipSync(readFixture('k6/fixtures/small.csv.gz')).subarray(0, 6000),
    readFixture('k6/fixtures/small.ndjson.gz'),
    readFixture('k6/fixtures/summary-export.json'),
  ];
  for (let round = 0; round < 400; round++) {
    const bytes = Buffer.from(originals[round % originals.length] as Buffer);
    for (let change = 0; change < 1 + round / 50; change++) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    // Anything but a ProofloadError is thrown on and fails the test.
    const { progress } = await decode(bodyOf(bytes, 1 + Math.floor(random() * 5000)));
    expect(progress.samples).toBeLessThanOrEqual(3362);
  }
});
