import { describe, expect, it } from 'vitest';
import { bodyOf } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { RecordReader } from '../stream/csv-record.ts';
import { Rfc3339Reader } from '../stream/rfc3339.ts';
import { CsvDecoder } from './csv-decoder.ts';
import { readCsvTime } from './csv-time.ts';

async function decode(text: string, pieceBytes?: number) {
  const sink = new MemorySink();
  const decoder = new CsvDecoder(sink);
  for await (const piece of bodyOf(text, pieceBytes)) decoder.write(piece);
  decoder.end();
  return { sink, decoder };
}

describe('times in each K6_CSV_TIME_FORMAT', () => {
  const reader = new Rfc3339Reader();
  it.each([
    ['unix', '1795240602', 1_795_240_602_000],
    ['unix_milli', '1795240602016', 1_795_240_602_016],
    ['unix_micro', '1795240602016402', 1_795_240_602_016.402],
    ['unix_nano', '1795240602016402692', 1_795_240_602_016.4026],
    ['rfc3339', '2026-11-21T05:56:42Z', 1_795_240_602_000],
    ['rfc3339 with an offset', '2026-11-21T07:26:42+01:30', 1_795_240_602_000],
    ['rfc3339_nano', '2026-11-21T05:56:42.016402692Z', 1_795_240_602_016.4026],
  ])('%s', (_name, text, expected) => expect(readCsvTime(text, reader)).toBeCloseTo(expected, 2));

  it.each(['', '-5', 'yesterday', '2026-11-21', '2026-02-30T00:00:00Z', '12345678901234567890'])(
    'refuses %j',
    (text) => expect(readCsvTime(text, reader)).toBeNaN(),
  );
});

it.each([
  ['a,b,,c', ['a', 'b', '', 'c']],
  ['', ['']],
  [',', ['', '']],
  ['"a,b",c', ['a,b', 'c']],
  ['"a ""quoted"" word",', ['a "quoted" word', '']],
  ['a,"two\nlines"', ['a', 'two\nlines']],
  ['a,"open', null],
  ['a,""', ['a', '']],
])('splits %j', (text, fields) => {
  const reader = new RecordReader();
  const records = text.split('\n').map((line) => reader.push(line));
  expect(records.at(-1)).toEqual(fields);
});

const header = 'metric_name,timestamp,metric_value,check,scenario,extra_tags,metadata';

it('finds its columns by the header, in any order', async () => {
  const { sink } = await decode('timestamp,scenario,metric_value,metric_name\n1795240602,a,2.5,iterations\n');
  expect(sink.figures('iterations', { scenario: 'a' })).toMatchObject({ count: 1, sum: 2.5 });
});

it('reads extra tags in any order into the same series', async () => {
  const lines = ['run=r1&kind=read', 'kind=read&run=r1'].map((tags) => `iterations,1795240602,1,,a,${tags},`);
  const { sink } = await decode(`${header}\n${lines.join('\n')}\n`);
  expect(sink.figures('iterations', { run: 'r1', kind: 'read', scenario: 'a' })).toMatchObject({
    series: 1,
    count: 2,
  });
});

it('leaves an ampersand in the value of an extra tag', async () => {
  const { sink } = await decode(`${header}\niterations,1795240602,1,,,query=a&b&run=r1,\n`);
  expect(sink.rollup.entries[0]?.identity.labels).toEqual({ query: 'a&b', run: 'r1' });
});

it('reads quoted fields with commas, quotes and line ends, in small pieces too', async () => {
  const text = `${header}\nchecks,1795240602,1,"is ""ok"",\nreally",a,,\nchecks,1795240603,0,plain,a,,\n`;
  for (const pieceBytes of [3, 10_000]) {
    const { sink, decoder } = await decode(text, pieceBytes);
    expect(decoder.samples).toBe(2);
    expect(sink.figures('checks', { check: 'is "ok",\nreally' })).toMatchObject({ count: 1, sum: 1 });
  }
});

it("takes a script's own metrics as trends, and says so", async () => {
  const { sink, decoder } = await decode(`${header}\norders,1795240602,1,,,,\niterations,1795240602,1,,,,\n`);
  expect(sink.rollup.entries.map(({ identity }) => identity.kind)).toEqual(['distribution', 'delta']);
  expect(decoder.warnings()).toEqual([
    'The type of orders is not in the data; values were taken as those of a trend',
  ]);
});

describe('refuses', () => {
  it.each([
    ['a header without values', 'metric_name,timestamp\n', 1, 'metric_value'],
    ['too few fields', `${header}\niterations,1795240602\n`, 2, '7 fields, found 2'],
    ['no name', `${header}\n,1795240602,1,,,,\n`, 2, 'metric_name'],
    ['no time', `${header}\niterations,now,1,,,,\n`, 2, 'timestamp'],
    ['no number', `${header}\niterations,1795240602,NaN,,,,\n`, 2, 'metric_value'],
    ['an open quote', `${header}\nchecks,1795240602,1,"open\nchecks,1795240602,1,,,,\n`, 2, 'closing quote'],
  ])('%s', async (_name, text, line, message) => {
    await expect(decode(text)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ line, message: expect.stringContaining(message) }],
    });
  });
});

it.each(['\n', '","\n', '""\n'])('looks once at each line of a field that never ends: %j', async (unit) => {
  const started = performance.now();
  const body = `metric_name,timestamp,metric_value\n"${unit.repeat(800_000 / unit.length)}`;
  await expect(decode(body)).rejects.toMatchObject({ code: 'invalid' });
  expect(performance.now() - started).toBeLessThan(5000);
});
