import { expect, it } from 'vitest';
import { judgeSuite, readPlaywrightCounts, readVitestCounts } from './report-counts.ts';

it('readVitestCounts adds up tests and counts a file that did not load', () => {
  const report = {
    testResults: [
      {
        status: 'passed',
        assertionResults: [{ status: 'passed' }, { status: 'skipped' }, { status: 'todo' }],
      },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  };
  expect(readVitestCounts(JSON.stringify(report))).toEqual({ passed: 2, failed: 2, skipped: 2 });
});

it.each([
  [
    'flaky tests as failed',
    { expected: 5, unexpected: 1, flaky: 2, skipped: 1 },
    [],
    { passed: 5, failed: 3, skipped: 1 },
  ],
  [
    'what did not load',
    { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    [{}],
    { passed: 0, failed: 1, skipped: 0 },
  ],
])('readPlaywrightCounts counts %s', (_, stats, errors, expected) => {
  expect(readPlaywrightCounts(JSON.stringify({ stats, errors }))).toEqual(expected);
});

it.each([
  ['a check that holds', null, 0, false, { passed: 1, failed: 0, skipped: 0 }],
  ['a check that does not', null, 2, false, { passed: 0, failed: 1, skipped: 0 }],
  [
    'a suite that crashed after its tests',
    { passed: 3, failed: 0, skipped: 0 },
    1,
    false,
    { passed: 3, failed: 1, skipped: 0 },
  ],
  ['failed tests once', { passed: 3, failed: 2, skipped: 0 }, 1, false, { passed: 3, failed: 2, skipped: 0 }],
  [
    'skipped tests on a desk',
    { passed: 3, failed: 0, skipped: 1 },
    0,
    false,
    { passed: 3, failed: 0, skipped: 1 },
  ],
  [
    'skipped tests in CI',
    { passed: 3, failed: 0, skipped: 1 },
    0,
    true,
    { passed: 3, failed: 1, skipped: 1 },
  ],
])('judgeSuite counts %s', (_, counts, exitCode, isCi, expected) => {
  expect(judgeSuite(counts, exitCode, isCi)).toEqual(expected);
});
