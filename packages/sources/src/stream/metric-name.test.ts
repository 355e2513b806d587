import { expect, it } from 'vitest';
import { toMetricName } from './metric-name.ts';

it.each([
  ['http_reqs', 'http_reqs'],
  ['Response time', 'Response_time'],
  [' cpu % ', 'cpu'],
  ['größe', 'größe'],
  ['gro\u0308ße', 'größe'],
  ['a.b-c:d', 'a.b-c:d'],
  ['5xx', '_5xx'],
  ['-x', '_-x'],
  ['%%', ''],
  ['__name', '__name'],
  ['遅延 (p95)', '遅延_p95'],
])('toMetricName makes %j to %j', (text, name) => {
  expect(toMetricName(text)).toBe(name);
});
