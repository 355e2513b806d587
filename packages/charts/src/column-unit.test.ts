import { expect, it } from 'vitest';
import { columnsOf, columnUnit, defaultColumn } from './column-unit.ts';

it.each([
  ['http_reqs', null, 'rate', 'requests/s'],
  ['data_sent', 'B', 'rate', 'B/s'],
  ['unknown_total', '', 'rate', '/s'],
  ['http_req_failed', null, 'ratio', 'ratio'],
  ['http_req_duration', 'ms', 'p95', 'ms'],
  ['http_req_duration', 'ms', 'count', null],
] as const)('%s in %s, %s', (metric, unit, column, expected) => {
  expect(columnUnit({ metric, unit }, column)).toBe(expected);
});

it.each(['delta', 'cumulative', 'gauge', 'ratio', 'distribution'] as const)(
  '%s offers its own default',
  (kind) => {
    expect(columnsOf(kind)).toContain(defaultColumn(kind));
  },
);
