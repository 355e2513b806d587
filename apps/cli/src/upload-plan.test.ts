import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { detectKind, nameToPart } from './upload-plan.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const noise = Array.from({ length: 2000 }, (_, index) => `m${(index * 7919) % 10_007} ${index ** 3}\n`).join(
  '',
);

it.each([
  ['k6 NDJSON', bytes('{"type":"Metric","data":{}}\n'), 'k6'],
  ['a k6 summary', bytes('{\n  "metrics": {}\n}'), 'k6'],
  ['k6 CSV', bytes('metric_name,timestamp,metric_value\n'), 'k6'],
  ['damaged gzip', Uint8Array.of(0x1f, 0x8b, 8), 'k6'],
  ['gzipped k6', gzipSync('{"type":"Metric","data":{}}\n'), 'k6'],
  ['the beginning of a gzipped scrape', gzipSync(`up 1\n${noise}`).subarray(0, 4096), 'openmetrics'],
  ['a gzipped array', gzipSync('[{"metricName":"a"}]'), 'results'],
  ['a k6 summary with its version', bytes('{"version":"1.0.0","results":{}}'), 'k6'],
  ['kube-burner', bytes('[{"timestamp":"2026-11-21T09:30:00Z"}]'), 'results'],
  ['ClusterLoader2', bytes('{\n  "version": "v1",\n  "dataItems": []}'), 'results'],
  ['iperf3', bytes('{\n\t"start":\t{'), 'results'],
  ['iperf3, line by line', bytes('{"event":"start","data":{'), 'results'],
  ['CSV', bytes('time,latency [ms]\r\n'), 'results'],
  ['CSV with semicolons', bytes('\uFEFF"time";"latency"\n'), 'results'],
  ['a scrape', bytes('# HELP up Whether it is up.\n# TYPE up gauge\nup 1\n'), 'openmetrics'],
  ['a scrape without comments', bytes('go_goroutines 12\n'), 'openmetrics'],
  [
    'a series with labels',
    bytes('http_requests_total{code="200", path="/a b"} 3 1700000000\n'),
    'openmetrics',
  ],
  ['an unknown text, which the server shall refuse by line', bytes('hello world\n'), 'k6'],
] as const)('detectKind tells %s', (_, start, kind) => {
  expect(detectKind(start)).toBe(kind);
});

it.each([
  ['results.json', 'results.json'],
  ['run 1 (final).csv.gz', 'run-1--final-.csv.gz'],
  ['.hidden', 'hidden'],
  ['ünder_score', 'nder_score'],
  ['a'.repeat(80), 'a'.repeat(64)],
])('nameToPart makes a name that the server takes of %j', (name, part) => {
  expect(nameToPart(name)).toBe(part);
});
