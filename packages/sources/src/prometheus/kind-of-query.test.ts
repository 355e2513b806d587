import { expect, it } from 'vitest';
import { kindOfQuery, plainMetricOf } from './kind-of-query.ts';

it.each([
  ['up', 'up', 'gauge'],
  [' http_requests_total ', 'http_requests_total', 'cumulative'],
  ['http_requests_total{code="200", path=~"/a{2}\\"x"}', 'http_requests_total', 'cumulative'],
  ["a_bucket{le='}'}", 'a_bucket', 'cumulative'],
  ['a_seconds_sum{x=`"`,\n y!=""}', 'a_seconds_sum', 'cumulative'],
  ['job:requests:count5m', 'job:requests:count5m', 'gauge'],
  ['rate(http_requests_total[1m])', null, 'gauge'],
  ['sum(http_requests_total)', null, 'gauge'],
  ['a_total{x="1"} + b_total{y="2"}', null, 'gauge'],
  ['a_total{x="1"} offset 5m', null, 'gauge'],
  ['a_total / 2', null, 'gauge'],
  ['-a_total', null, 'gauge'],
  ['a_total[5m]', null, 'gauge'],
  ['{__name__="a_total"}', null, 'gauge'],
  ['', null, 'gauge'],
])('%j asks for %s, a %s', (query, metric, kind) => {
  expect(plainMetricOf(query)).toBe(metric);
  expect(kindOfQuery(query)).toBe(kind);
});

it('reads what it does not understand in linear time', () => {
  const started = performance.now();
  for (const piece of ['{', '"', 'a', 'a{"\\', "{'}", ' '])
    expect(kindOfQuery(`a${piece.repeat(8000)}!`)).toBe('gauge');
  expect(performance.now() - started).toBeLessThan(500);
});
