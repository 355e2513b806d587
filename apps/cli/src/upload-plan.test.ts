import { expect, it } from 'vitest';
import { detectKind, nameToPart } from './upload-plan.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['k6 NDJSON', bytes('{"type":"Metric","data":{}}\n'), 'k6'],
  ['a k6 summary', bytes('{\n  "metrics": {}\n}'), 'k6'],
  ['k6 CSV', bytes('metric_name,timestamp,metric_value\n'), 'k6'],
  ['gzip', Uint8Array.of(0x1f, 0x8b, 8), 'k6'],
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
