import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, readFixture } from '../fixtures/bodies.ts';
import { MemorySink } from '../fixtures/memory-sink.ts';
import { emptyProgress } from '../stream/decode-progress.ts';
import { decodeResults } from './decode-results.ts';
import { detectResults } from './detect-results.ts';

const fixture = (path: string): Buffer => readFixture(path).subarray(0, 4096);

it.each([
  ['kube-burner', fixture('kube-burner/fixtures/cpu.json')],
  ['kube-burner', Buffer.from('\uFEFF [ ]')],
  ['clusterloader2', fixture('clusterloader2/fixtures/pod-startup.json')],
  ['clusterloader2', fixture('clusterloader2/fixtures/scheduling-throughput.json')],
  ['iperf3', fixture('iperf3/fixtures/udp.json')],
  ['iperf3', fixture('iperf3/fixtures/tcp-parallel.stream.ndjson')],
  ['csv', fixture('csv/fixtures/frame.csv')],
  ['csv', fixture('csv/fixtures/export.csv')],
])('detectResults tells %s', (format, head) => {
  expect(detectResults(head)).toBe(format);
});

it.each([
  ['nothing', ' \n', 'invalid', 'expected the JSON of kube-burner'],
  ['a text', 'hello world\n', 'unsupported', 'expected the JSON of kube-burner'],
  ['other JSON', '{"a":1}', 'unsupported', 'expected the JSON of kube-burner'],
  ['UTF-16', Buffer.from('time,a\n', 'utf16le').toString('latin1'), 'unsupported', 'expected'],
  ['k6 NDJSON', '{"type":"Metric"}', 'unsupported', 'goes to /k6'],
  ['k6 CSV', 'metric_name,timestamp,metric_value\n', 'unsupported', 'goes to /k6'],
  [
    'a k6 summary',
    fixture('k6/fixtures/handle-summary-machine.json').toString(),
    'unsupported',
    'goes to /k6',
  ],
  [
    'a k6 summary that begins with its version',
    '{"version":"1.0.0","results":{}}',
    'unsupported',
    'goes to /k6',
  ],
  ['Prometheus text', '# HELP up Whether, or not.\nup 1\n', 'unsupported', 'goes to /openmetrics'],
])('detectResults refuses %s', (_name, text, code, message) => {
  expect(() => detectResults(Buffer.from(text))).toThrow(
    expect.objectContaining({
      code,
      fields: [{ field: 'body', message: expect.stringContaining(message) }],
    }),
  );
});

describe('decodeResults', () => {
  const decode = (content: string | Uint8Array, format?: 'iperf3' | 'csv') =>
    decodeResults(bodyOf(content), new MemorySink(), emptyProgress(), { name: null, format });

  it('takes the word of its caller for the format', async () => {
    await expect(decode('time,a\n1795240602,1\n', 'iperf3')).rejects.toThrow('expected a JSON object');
    await expect(decode('[{"x":1}]', 'csv')).rejects.toThrow('expected a column with the time');
  });

  it('refuses a bomb and truncated gzip', async () => {
    await expect(decode(gzipSync(Buffer.alloc(64 * 1024 ** 2)))).rejects.toMatchObject({ code: 'too-large' });
    const packed = gzipSync(readFixture('iperf3/fixtures/udp.json'));
    await expect(decode(packed.subarray(0, packed.length - 20))).rejects.toMatchObject({ code: 'invalid' });
  });
});
