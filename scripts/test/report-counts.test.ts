import { expect, it } from 'vitest';
import { judgeSuite, readPlaywrightCounts, readVitestCounts } from './report-counts.ts';

it('readVitestCounts adds up tests and counts a file that did not load', () => {
  const report = {
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: [
          { status: 'passed', fullName: 'waits', failureMessages: ['too late'] },
          { status: 'skipped' },
          { status: 'todo' },
        ],
      },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed' },
          {
            status: 'failed',
            fullName: 'adds up',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m\n at b'],
          },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'Cannot find ./c.ts', assertionResults: [] },
    ],
  };
  expect(readVitestCounts(JSON.stringify(report))).toEqual({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: [
      'b.test.ts > adds up\n    expected 1 to be 2\n     at b',
      'c.test.ts > did not load\n    Cannot find ./c.ts',
    ],
    repeated: ['a.test.ts > waits\n    too late'],
  });
});

it('readPlaywrightCounts says which tests failed, which passed when they were repeated, and why', () => {
  const test = (status: string, ...messages: string[]) => ({
    tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
  });
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [],
    suites: [
      {
        specs: [{ title: 'opens', file: 'a.spec.ts', ...test('expected') }],
        suites: [
          {
            specs: [
              { title: 'closes', file: 'a.spec.ts', ...test('unexpected', 'Timeout of 5 s') },
              { title: 'reopens', file: 'a.spec.ts', ...test('flaky', 'too late') },
            ],
          },
        ],
      },
    ],
  };
  expect(readPlaywrightCounts(JSON.stringify(report))).toEqual({
    passed: 6,
    failed: 1,
    skipped: 1,
    failures: ['a.spec.ts > closes\n    Timeout of 5 s'],
    repeated: ['a.spec.ts > reopens\n    too late'],
  });
});

it('readPlaywrightCounts counts what did not load', () => {
  const report = {
    stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{ message: 'Cannot find module' }],
  };
  expect(readPlaywrightCounts(JSON.stringify(report))).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['an error outside of the tests\n    Cannot find module'],
    repeated: [],
  });
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
  const reported = counts === null ? null : { ...counts, failures: [], repeated: [] };
  expect(judgeSuite(reported, exitCode, isCi)).toEqual({ ...expected, failures: [], repeated: [] });
});
