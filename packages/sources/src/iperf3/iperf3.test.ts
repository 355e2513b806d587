import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { decodeResults } from '../results/decode-results.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import { spreadCount } from './spread-count.ts';

type Json = Record<string, Record<string, number>>;
interface Test {
  start: { timestamp: { timesecs: number } };
  intervals: { streams: Record<string, number | boolean>[]; sum: Record<string, number> }[];
  end: Json;
}

const read = (name: string): Test => JSON.parse(readFixture(`iperf3/fixtures/${name}`).toString());
const changed = (name: string, change: (test: Test & Record<string, unknown>) => unknown): string => {
  const test = read(name) as Test & Record<string, unknown>;
  return JSON.stringify(change(test) ?? test);
};

async function decode(content: string | Uint8Array) {
  const sink = new MemorySink();
  const progress = emptyProgress();
  await decodeResults(bodyOf(content), sink, progress, { name: null });
  const reported = (metric: string, labels: Record<string, string> = {}) =>
    progress.reported.find(
      ({ identity }) =>
        identity.metric === metric &&
        Object.entries(labels).every(([name, value]) => identity.labels[name] === value),
    );
  return { sink, progress, reported };
}
const decodeFixture = (name: string) => decode(readFixture(`iperf3/fixtures/${name}`));

describe('a recorded test', () => {
  it.each([
    ['tcp-parallel.json', 'sum_sent'],
    ['tcp-parallel.stream.ndjson', 'sum_sent'],
    ['tcp-reverse.json', 'sum_received'],
    ['tcp-bidir.json', 'sum_sent'],
    ['tcp-omit.json', 'sum_sent'],
    ['tcp-short-intervals.json', 'sum_sent'],
    ['tcp-long-intervals.json', 'sum_sent'],
    ['udp.json', 'sum_sent'],
    ['udp-reverse.json', 'sum_received'],
  ])('%s adds up to what iperf3 says at its end', async (name, key) => {
    const { sink, progress, reported } = await decodeFixture(name);
    const { end } = read(name.replace('.stream.ndjson', '.json'));
    const direction = key === 'sum_sent' ? 'sent' : 'received';
    expect(sink.figures('iperf3_bytes', { direction }).sum).toBe(end[key]?.bytes);
    expect(sink.figures('iperf3_stream_bytes', { direction }).sum).toBe(end[key]?.bytes);
    if (direction === 'sent' && end[key]?.retransmits !== undefined)
      expect(sink.figures('iperf3_retransmits', { direction }).sum).toBe(end[key].retransmits);
    for (const sum of Object.keys(end).filter((one) => one.startsWith('sum'))) {
      expect(reported(`iperf3_${sum}_bits_per_second`)?.totals.last).toBe(end[sum]?.bits_per_second);
      expect(reported(`iperf3_${sum}_bytes`)?.totals.sum).toBe(end[sum]?.bytes);
      expect((reported(`iperf3_${sum}_bytes`)?.reported.rate ?? 0) * 8).toBe(end[sum]?.bits_per_second);
    }
    expect(reported('iperf3_cpu_host_total')?.totals.last).toBe(end.cpu_utilization_percent?.host_total);
    // What is drawn over time is in the middle what was measured over all of it.
    const drawn = sink.figures('iperf3_bits_per_second', { direction });
    const average = drawn.sum / drawn.count / (end[key]?.bits_per_second ?? 0);
    expect(average).toBeGreaterThan(0.98);
    expect(average).toBeLessThan(1.02);
    expect(progress.notes[0]).toMatch(/^iperf 3\.12, (TCP|UDP), streams: [12], \d+ s$/);
  });

  it('has the times of the test, the levels of each stream and their units', async () => {
    const { sink, progress } = await decodeFixture('tcp-parallel.json');
    const test = read('tcp-parallel.json');
    const entry = sink.rollup.entries.find(
      ({ identity }) => identity.metric === 'iperf3_stream_rtt' && identity.labels.stream === '2',
    );
    expect(entry?.identity).toEqual({
      metric: 'iperf3_stream_rtt',
      kind: 'gauge',
      unit: 'us',
      labels: { stream: '2', direction: 'sent' },
    });
    const startMs = test.start.timestamp.timesecs * 1000;
    const expected = test.intervals.map(({ streams }) =>
      Math.round(startMs + Number(streams[1]?.start) * 1000),
    );
    expect(entry?.points.times).toEqual(expected);
    expect(entry?.points).toMatchObject({ values: test.intervals.map(({ streams }) => streams[1]?.rtt) });
    expect(progress.warnings).toEqual([]);
    const { samples } = (await decodeFixture('tcp-parallel.stream.ndjson')).progress;
    expect(samples).toBe(progress.samples);
  });

  it('tells the round-trip times of a stream over the whole test', async () => {
    const { reported } = await decodeFixture('tcp-bidir.json');
    expect(reported('iperf3_stream_sender_rtt', { stream: '1' })).toMatchObject({
      identity: { kind: 'distribution', unit: 'us', labels: { direction: 'sent' } },
      totals: { min: 51, max: 97 },
      reported: { quantiles: { avg: 67 } },
    });
    expect(reported('iperf3_stream_sender_rtt', { stream: '3' })?.identity.labels.direction).toBe('received');
  });

  it('keeps both directions apart', async () => {
    const { sink } = await decodeFixture('tcp-bidir.json');
    const { intervals } = read('tcp-bidir.json') as unknown as {
      intervals: { sum_bidir_reverse: { bytes: number } }[];
    };
    const bytes = intervals.reduce((sum, one) => sum + one.sum_bidir_reverse.bytes, 0);
    expect(sink.figures('iperf3_bytes', { direction: 'received' }).sum).toBe(bytes);
  });

  it('leaves omitted intervals out and mends the one after them', async () => {
    const { sink, progress } = await decodeFixture('tcp-omit.json');
    const { start, intervals } = read('tcp-omit.json');
    expect(progress.notes[1]).toContain('omitted (-O) were left out, as it does: 1');
    expect(progress.warnings).toEqual([
      expect.stringContaining('an interval of 2.00 s for the time from 0.00'),
    ]);
    const { points } =
      sink.rollup.entries.find(({ identity }) => identity.metric === 'iperf3_bits_per_second') ?? {};
    // The clock of the intervals begins again after the two seconds that were omitted.
    expect(points?.times[0]).toBe((start.timestamp.timesecs + 2) * 1000);
    const second = intervals[1]?.sum;
    expect(points).toMatchObject({
      values: [
        expect.closeTo((Number(second?.bytes) * 8) / Number(second?.end), 3),
        ...Array(3).fill(expect.any(Number)),
      ],
    });
  });
});

describe('errors', () => {
  it('refuses a test that measured nothing with the message of iperf3', async () => {
    await expect(decodeFixture('refused.json')).rejects.toMatchObject({
      code: 'invalid',
      message: 'iperf3 measured nothing: unable to connect to server: Connection refused',
      fields: [{ field: 'error' }],
    });
    const event =
      '{"event":"start","data":{"version":"iperf 3.17"}}\n{"event":"error","data":"the server is busy"}\n';
    await expect(decode(event)).rejects.toThrow('iperf3 measured nothing: the server is busy');
  });

  it('keeps what came before an error and says it', async () => {
    const text = changed('tcp-reverse.json', (test) => ({
      ...test,
      end: {},
      error: 'control socket has closed',
    }));
    const { sink, progress } = await decode(text);
    expect(progress.warnings).toEqual(['iperf3 ended with an error: control socket has closed']);
    expect(sink.figures('iperf3_bytes').count).toBeGreaterThan(0);
  });

  it('says that a stream of events was cut off', async () => {
    const lines = readFixture('iperf3/fixtures/tcp-parallel.stream.ndjson').toString().split('\n');
    const { progress } = await decode(`${lines.slice(0, 3).join('\n')}\n`);
    expect(progress.warnings).toEqual(['iperf3 was cut off: its figures over the whole test are missing']);
  });

  it('names the field of a broken interval and keeps those before it', async () => {
    const text = changed('tcp-reverse.json', (test) => {
      Object.assign(test.intervals[1]?.sum ?? {}, { bytes: 'many' });
    });
    const sink = new MemorySink();
    const progress = emptyProgress();
    await expect(decodeResults(bodyOf(text), sink, progress, { name: null })).rejects.toMatchObject({
      fields: [{ field: 'intervals[1].sum.bytes', message: expect.stringContaining('number'), line: 1 }],
    });
    expect(progress.samples).toBeGreaterThan(0);
    expect(sink.figures('iperf3_bits_per_second').count).toBe(1);
  });

  it.each([
    ['no time', changed('tcp-reverse.json', (test) => ({ ...test, start: {} })), 'start.timestamp.timesecs'],
    ['a text that ends early', readFixture('iperf3/fixtures/udp.json').subarray(0, 3000).toString(), 'line'],
    ['two tests', readFixture('iperf3/fixtures/udp.json').toString().repeat(2), 'line'],
    [
      'two tests in events',
      readFixture('iperf3/fixtures/tcp-parallel.stream.ndjson').toString().repeat(2),
      'start',
    ],
    ['the full output', '{"event":"start","data":{}}\n{\n', 'line 2'],
  ])('refuses %s', async (_name, text, field) => {
    await expect(decode(text)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: expect.stringContaining(field) }],
    });
  });

  it('reads a document whose names were sorted', async () => {
    const sorted = changed('udp.json', ({ start, intervals, end }) => ({ end, intervals, start }));
    const { sink } = await decode(sorted);
    expect(sink.figures('iperf3_bytes').sum).toBe(read('udp.json').end.sum_sent?.bytes);
  });

  it('leaves a number out that iperf3 could not compute', async () => {
    const text = changed('udp-reverse.json', (test) => {
      for (const { sum } of test.intervals) Object.assign(sum, { lost_percent: null, jitter_ms: null });
    });
    const { sink } = await decode(text);
    expect(sink.figures('iperf3_lost_percent').series).toBe(0);
    expect(sink.figures('iperf3_lost_packets').sum).toBe(0);
  });
});

describe('spreadCount', () => {
  it.each([
    [{ fromMs: 500, toMs: 10_700 }, 1021],
    [{ fromMs: 0, toMs: 60_000 }, 7],
    [{ fromMs: 250, toMs: 1250.5 }, 3],
    [{ fromMs: 250, toMs: 900 }, 3],
    [{ fromMs: 5, toMs: 5 }, 2],
    [{ fromMs: 0, toMs: 1e15 }, 2],
    [{ fromMs: 100, toMs: 3100 }, -4],
  ])('spreads %o without losing any of %d', (range, amount) => {
    const parts: [number, number][] = [];
    spreadCount(range, amount, (timeMs, part) => parts.push([timeMs, part]));
    expect(parts.reduce((sum, [, part]) => sum + part, 0)).toBe(amount);
    expect(parts.every(([timeMs, part]) => timeMs >= range.fromMs && Number.isInteger(part))).toBe(true);
    expect(parts.length).toBeLessThanOrEqual(62);
  });

  it('gives each second its share', () => {
    const parts: number[] = [];
    spreadCount({ fromMs: 500, toMs: 3500 }, 300, (_timeMs, part) => parts.push(part));
    expect(parts).toEqual([50, 100, 100, 50]);
  });
});
