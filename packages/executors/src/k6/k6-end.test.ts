import { expect, it } from 'vitest';
import { judgeK6Exit } from './k6-end.ts';
import type { K6Summary } from './k6-summary.ts';

const summary = (changes: Partial<K6Summary> = {}): K6Summary => ({
  droppedIterations: 0,
  crossedThresholds: [],
  ...changes,
});

it.each<[string, Parameters<typeof judgeK6Exit>[0], ReturnType<typeof judgeK6Exit>]>([
  [
    '0: completed',
    { code: 0, lastError: null, summary: summary() },
    { outcome: 'completed', reason: null, warnings: [] },
  ],
  [
    '99: completed, with the thresholds as warnings',
    {
      code: 99,
      lastError: 'thresholds on metrics were crossed',
      summary: summary({ crossedThresholds: ['http_req_duration p(95)<5'] }),
    },
    {
      outcome: 'completed',
      reason: null,
      warnings: ['A threshold of the script was crossed: http_req_duration p(95)<5'],
    },
  ],
  [
    '99 without a summary',
    { code: 99, lastError: null, summary: null },
    { outcome: 'completed', reason: null, warnings: ['A threshold of the script was crossed'] },
  ],
  [
    'dropped iterations: limited by the generator',
    { code: 0, lastError: null, summary: summary({ droppedIterations: 12 }) },
    {
      outcome: 'limited',
      reason: 'k6 could not start 12 iterations in time: the load was smaller than the script asked for',
      warnings: [],
    },
  ],
  [
    '104',
    { code: 104, lastError: 'bad option', summary: null },
    { outcome: 'failed', reason: 'k6 refused an option or a threshold: bad option', warnings: [] },
  ],
  [
    '107',
    { code: 107, lastError: 'ReferenceError: x', summary: null },
    {
      outcome: 'failed',
      reason: 'The script threw an exception outside of an iteration: ReferenceError: x',
      warnings: [],
    },
  ],
  [
    '108',
    { code: 108, lastError: null, summary: summary() },
    { outcome: 'failed', reason: 'The script aborted the test', warnings: [] },
  ],
  [
    '110',
    { code: 110, lastError: null, summary: summary() },
    { outcome: 'failed', reason: 'The script marked the test as failed', warnings: [] },
  ],
  [
    '137',
    { code: 137, lastError: null, summary: null },
    { outcome: 'failed', reason: 'k6 was killed, perhaps for want of memory', warnings: [] },
  ],
  [
    'a code of the future',
    { code: 55, lastError: null, summary: null },
    { outcome: 'failed', reason: 'k6 ended with the exit code 55', warnings: [] },
  ],
  [
    'no code',
    { code: null, lastError: null, summary: null },
    { outcome: 'failed', reason: 'k6 was killed', warnings: [] },
  ],
])('%s', (_, exit, expected) => expect(judgeK6Exit(exit)).toEqual(expected));
