import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { decodeResults, type ResultOptions } from '../results/decode-results.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import { chooseDelimiter } from './choose-delimiter.ts';
import { readCell } from './read-cell.ts';
import { TimeColumn } from './time-column.ts';

const t0 = Date.parse('2026-11-21T05:56:42Z');

async function decode(
  content: string | Uint8Array,
  options: Partial<ResultOptions> = {},
  pieceBytes?: number,
) {
  const sink = new MemorySink();
  const progress = emptyProgress();
  await decodeResults(bodyOf(content, pieceBytes), sink, progress, { name: null, ...options });
  const series = sink.rollup.entries.map(({ identity, points }) => ({ ...identity, points }));
  return { sink, progress, series };
}

describe('a record for each time', () => {
  it.each([1, 7, 65_536])(
    'makes a metric of each column with numbers, in pieces of %d bytes',
    async (size) => {
      const { progress, series } = await decode(readFixture('csv/fixtures/frame.csv'), {}, size);
      expect(progress).toMatchObject({ format: 'csv', lines: 5, samples: 9, warnings: [] });
      expect(progress.notes).toEqual([
        'Column 1 has no name and was left out',
        'Times in timestamp were read as RFC 3339',
      ]);
      const kind = 'gauge';
      expect(series.filter(({ metric }) => metric === 'Latency_p95')).toEqual([
        {
          metric: 'Latency_p95',
          kind,
          unit: 'ms',
          labels: { pod: 'argocd-0' },
          points: { kind, times: [t0 + 500], values: [12.5] },
        },
        {
          metric: 'Latency_p95',
          kind,
          unit: 'ms',
          labels: { pod: 'argocd-1; "blue"' },
          points: { kind, times: [t0 + 500], values: [14] },
        },
        {
          metric: 'Latency_p95',
          kind,
          unit: 'ms',
          labels: { pod: 'größe-遅延' },
          points: { kind, times: [t0 - 1000], values: [Infinity] },
        },
      ]);
      expect(series.find(({ metric }) => metric === 'CPU')).toMatchObject({
        unit: 'cores',
        points: { times: [t0 + 500, t0 + 1000], values: [0.25, 0.1] },
      });
    },
  );

  it('takes columns with numbers for labels when told so, and the kind that it is told', async () => {
    const text = 'time,shard,status,latency\n1795240602,0,200,5\n1795240602,0,200,7\n1795240603,1,503,9\n';
    const { series, sink } = await decode(text, { labels: ['shard', 'status'], kind: 'distribution' });
    expect(series.map(({ metric, kind, labels }) => [metric, kind, labels])).toEqual([
      ['latency', 'distribution', { shard: '0', status: '200' }],
      ['latency', 'distribution', { shard: '1', status: '503' }],
    ]);
    expect(sink.figures('latency')).toMatchObject({ count: 3, sum: 21 });
  });

  it('tells what a column holds by its first value', async () => {
    const { series } = await decode('time,a,b,c\n1795240602,,,\n1795240603,x,nan,\n1795240604,5,1,\n');
    expect(series).toMatchObject([{ metric: 'b', labels: { a: '5' }, points: { values: [1] } }]);
  });

  it('reads tabs, CRLF, a byte order mark and quotes over lines', async () => {
    const text =
      '\uFEFFtimestamp\tnode\t"cpu\t[%]"\r\n1795240602000\t"a\r\nb"\t5\r\n\r\n1795240603000\t"c"\t6';
    const { series, progress } = await decode(gzipSync(text));
    expect(series).toMatchObject([
      { metric: 'cpu', unit: '%', labels: { node: 'a\nb' }, points: { times: [t0], values: [5] } },
      { labels: { node: 'c' } },
    ]);
    expect(progress.notes).toEqual(['Times in timestamp were read as unix milliseconds']);
  });
});

describe('a record for each value', () => {
  const header = 'metric,value,time,unit,kind,shard\n';

  it('has metric, unit, kind and labels in its columns', async () => {
    const text = `${header}reqs,1,1795240602,,delta,0\nreqs,2,1795240602.25,,delta,0\nlatency,5,1795240602,ms,distribution,1\nsteps,7,1795240602,,,\n`;
    const { series, sink } = await decode(text);
    expect(series.map(({ metric, kind, unit, labels }) => [metric, kind, unit, labels])).toEqual([
      ['reqs', 'delta', null, { shard: '0' }],
      ['latency', 'distribution', 'ms', { shard: '1' }],
      ['steps', 'gauge', null, {}],
    ]);
    expect(sink.figures('reqs')).toMatchObject({ sum: 3, count: 2 });
  });

  it('gives duplicates and late records what their kind gives them', async () => {
    const rows = [
      ['level', 1, 5],
      ['level', 2, 5],
      ['level', 3, 2],
    ].map(([metric, value, second]) => `${metric},${value},${1795240600 + Number(second)}`);
    const gauge = await decode(`metric,value,time\n${rows.join('\n')}\n`);
    expect(gauge.series[0]?.points).toMatchObject({ times: [t0 + 3000, t0], values: [2, 3] });
    expect(gauge.sink.figures('level')).toMatchObject({ last: 2, count: 3 });
    const delta = await decode(`metric,value,time\n${rows.join('\n')}\n`, { kind: 'delta' });
    expect(delta.sink.figures('level').sum).toBe(6);
  });

  it.each([
    [
      'another kind of a metric',
      `${header}a,1,1795240602,,delta,\na,1,1795240602,,gauge,\n`,
      3,
      'expected delta for a',
    ],
    ['an unknown kind', `${header}a,1,1795240602,,counter,\n`, 2, 'expected delta, cumulative'],
    ['no name', `${header},1,1795240602,,,\n`, 2, 'letters and digits in metric'],
    ['broken labels', 'metric,value,time,labels\na,1,1795240602,"{""b"":1}"\n', 2, 'a JSON object of texts'],
  ])('refuses %s', async (_name, text, line, message) => {
    await expect(decode(text)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: `line ${line}`, line, message: expect.stringContaining(message) }],
    });
  });
});

it("reads Proofload's own export", async () => {
  const { series, progress, sink } = await decode(readFixture('csv/fixtures/export.csv'));
  const kinds = new Map(series.map(({ metric, kind, unit }) => [metric, [kind, unit]]));
  expect(Object.fromEntries(kinds)).toEqual({
    http_reqs: ['delta', null],
    http_req_failed_hits: ['delta', null],
    http_req_failed_observations: ['delta', null],
    http_req_duration_count: ['delta', null],
    http_req_duration_sum: ['delta', 'ms'],
    http_req_duration_min: ['gauge', 'ms'],
    http_req_duration_max: ['gauge', 'ms'],
    http_req_duration_p50: ['gauge', 'ms'],
    http_req_duration_p90: ['gauge', 'ms'],
    http_req_duration_p95: ['gauge', 'ms'],
    http_req_duration_p99: ['gauge', 'ms'],
    queue_depth: ['gauge', null],
    process_cpu_seconds_total: ['cumulative', 's'],
  });
  expect(sink.figures('http_reqs', { scenario: 'steady', status: '200' }).sum).toBe(78);
  expect(series.find(({ metric }) => metric === 'queue_depth')?.points).toMatchObject({ values: [3, 5] });
  expect(progress.notes[1]).toContain('Trends came back as figures of each second');
});

describe('what is refused', () => {
  it.each([
    ['no time', 'a,b\n1,2\n', 1, 'expected a column with the time of each record: time, timestamp'],
    ['two columns of a name', 'time,a b,a_b\n', 1, 'columns 2 and 3 are both a_b'],
    ['a name without letters', 'time,%\n', 1, 'in column 2'],
    ['a decimal comma', 'time;a\n1795240602;1,5\n', 2, 'a decimal point and without commas in a, found 1,5'],
    [
      'a text among numbers',
      'time,a\n1795240602,1\n1795240603,fast\n',
      3,
      'expected a number in a, found fast',
    ],
    ['missing fields', 'time,a\n1795240602\n', 2, 'expected 2 fields, found 1'],
    ['an open quote', 'time,a\n1795240602,"1\n', 2, 'expected a closing quote'],
    ['a time of a test', 'time,a\n0,1\n', 2, 'times that count from the start of a test tell no moment'],
    ['a time without a zone', 'time,a\n2026-11-21T05:56:42,1\n', 2, 'expected a time with its zone'],
    ['another unit of time', 'time,a\n1795240602,1\n1795240603000,1\n', 3, 'expected unix seconds in time'],
    ['times of two kinds', 'time,a\n2026-11-21T05:56:42Z,1\n1795240603,1\n', 3, 'a unix or RFC 3339 time'],
    ['nothing but a header', 'time,a\n', 1, 'expected at least one record'],
    ['nothing but labels', 'time,a\n1795240602,x\n', 2, 'expected at least one record with a value'],
  ])('%s', async (_name, text, line, message) => {
    await expect(decode(text)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: `line ${line}`, line, message: expect.stringContaining(message) }],
    });
  });

  it('columns that were asked for and are not there', async () => {
    const text = 'when,a\n1795240602,1\n';
    await expect(decode(text, { time: 'at' })).rejects.toThrow(
      'expected the column at, which was asked for as the time',
    );
    await expect(decode(text, { time: 'when', labels: ['b'] })).rejects.toThrow('expected the column b');
    expect((await decode(text, { time: 'When' })).progress.samples).toBe(1);
  });
});

it.each([
  ['s', '1795240602', 0],
  ['s', '1795240602.125', 125],
  ['s', '1.795240602e9', 0],
  ['ms', '1795240602125', 125],
  ['µs', '1795240602125500', 125.5],
  ['ns', '1795240602125500250', 125.50025],
])('TimeColumn reads unix %s', (unit, text, offsetMs) => {
  const column = new TimeColumn('time', null);
  expect(column.read(text, 2) - t0).toBeCloseTo(offsetMs, 3);
  const words = { s: 'seconds', ms: 'milliseconds', µs: 'microseconds', ns: 'nanoseconds' };
  expect(column.describe()).toBe(`Times in time were read as unix ${words[unit as keyof typeof words]}`);
  expect(new TimeColumn('time', unit).read(text, 2) - t0).toBeCloseTo(offsetMs, 3);
});

it.each([
  ['1', 1],
  [' -1.5e3 ', -1500],
  ['.5', 0.5],
  ['5.', 5],
  ['', null],
  ['NaN', null],
  ['n/a', null],
  ['-Inf', -Infinity],
  ['1_000', { expected: 'expected a number' }],
  ['0x10', { expected: 'expected a number' }],
  ['1,234', { expected: 'expected a number with a decimal point and without commas' }],
])('readCell reads %j', (text, value) => {
  expect(readCell(text)).toEqual(value);
});

it.each([
  ['a,b', ','],
  ['a;b', ';'],
  ['a\tb', '\t'],
  ['"a,b,c";d', ';'],
  ['"a, b', ','],
  ['a', ','],
])('chooseDelimiter finds what separates %j', (header, delimiter) => {
  expect(chooseDelimiter(header)).toBe(delimiter);
});
