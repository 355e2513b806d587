import { expect, it } from 'vitest';
import { parseK6Summary } from './k6-summary.ts';

it('reads dropped iterations and crossed thresholds, whose booleans are inverted', () => {
  const text = JSON.stringify({
    metrics: {
      http_req_duration: { avg: 3, 'p(95)': 7, thresholds: { 'p(95)<5': true, 'avg<5': false } },
      dropped_iterations: { count: 7, rate: 0.5 },
    },
    root_group: {},
  });
  expect(parseK6Summary(text)).toEqual({
    droppedIterations: 7,
    crossedThresholds: ['http_req_duration p(95)<5'],
  });
});

it.each([
  ['{}', null],
  ['[]', null],
  ['{"metrics":{}}', { droppedIterations: 0, crossedThresholds: [] }],
])('%s', (text, expected) => expect(parseK6Summary(text)).toEqual(expected));
