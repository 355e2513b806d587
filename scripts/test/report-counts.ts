import { z } from 'zod';

export interface SuiteCounts {
  passed: number;
  failed: number;
  skipped: number;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests and counts as one that failed. */
export function readVitestCounts(text: string): SuiteCounts {
  const counts: SuiteCounts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of vitestReport.parse(JSON.parse(text)).testResults) {
    const failedBefore = counts.failed;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
    if (file.status === 'failed' && counts.failed === failedBefore) counts.failed += 1;
  }
  return counts;
}

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number().int(),
    unexpected: z.number().int(),
    flaky: z.number().int(),
    skipped: z.number().int(),
  }),
  errors: z.array(z.unknown()).default([]),
});

/** Counts of Playwright's JSON report. A test that passed only when repeated failed; so did a file that did not load. */
export function readPlaywrightCounts(text: string): SuiteCounts {
  const { stats, errors } = playwrightReport.parse(JSON.parse(text));
  const failed = stats.unexpected + stats.flaky;
  return {
    passed: stats.expected,
    failed: failed === 0 && errors.length > 0 ? errors.length : failed,
    skipped: stats.skipped,
  };
}

/**
 * What a suite adds to the sum. A process that ended badly without naming a failed test counts as one failed; in CI,
 * where every tool is there, so does a skipped test.
 */
export function judgeSuite(counts: SuiteCounts | null, exitCode: number, isCi: boolean): SuiteCounts {
  const reported = counts ?? { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0 };
  const failed = reported.failed + (isCi ? reported.skipped : 0);
  return { ...reported, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
