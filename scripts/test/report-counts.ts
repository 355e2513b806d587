import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface SuiteCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed and why, an entry each: the summary repeats it, for readers of the last page of a long log. */
  failures: string[];
  /** What passed only when it was repeated, and why it had not before. */
  repeated: string[];
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string().default('a file'),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default('a test'),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests and counts as one that failed. */
export function readVitestCounts(text: string): SuiteCounts {
  const counts: SuiteCounts = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] };
  for (const file of vitestReport.parse(JSON.parse(text)).testResults) {
    const failedBefore = counts.failed;
    const fail = (what: string, why: string): void => {
      counts.failed += 1;
      counts.failures.push(describeFailure(`${file.name} > ${what}`, why));
    };
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      const why = failureMessages?.join('\n') ?? '';
      if (status === 'passed') {
        counts.passed += 1;
        // Vitest keeps what went wrong in earlier tries of a test that passed in the end.
        if (why !== '') counts.repeated.push(describeFailure(`${file.name} > ${fullName}`, why));
      } else if (status === 'failed') fail(fullName, why);
      else counts.skipped += 1;
    }
    if (file.status === 'failed' && counts.failed === failedBefore) fail('did not load', file.message);
  }
  return counts;
}

const maxFailureLines = 12;

function describeFailure(what: string, why: string): string {
  const lines = stripVTControlCharacters(why).split('\n').slice(0, maxFailureLines);
  return [what, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n');
}

interface PlaywrightSuite {
  specs?:
    | { title: string; file: string; tests: { status: string; results: { error?: unknown }[] }[] }[]
    | undefined;
  suites?: PlaywrightSuite[] | undefined;
}
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.object({
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(
          z.object({ status: z.string(), results: z.array(z.object({ error: z.unknown().optional() })) }),
        ),
      }),
    )
    .optional(),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  suites: z.array(playwrightSuite).default([]),
  stats: z.object({
    expected: z.number().int(),
    unexpected: z.number().int(),
    flaky: z.number().int(),
    skipped: z.number().int(),
  }),
  errors: z.array(z.unknown()).default([]),
});

/** Counts of Playwright's JSON report. A test that passed when it was repeated is named; a file that did not load failed. */
export function readPlaywrightCounts(text: string): SuiteCounts {
  const { stats, errors, suites } = playwrightReport.parse(JSON.parse(text));
  const failed = stats.unexpected;
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && errors.length > 0 ? errors.length : failed,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap((suite) => listPlaywrightTests(suite, 'unexpected')),
      ...errors.map((error) => describeFailure('an error outside of the tests', readMessage(error))),
    ],
    repeated: suites.flatMap((suite) => listPlaywrightTests(suite, 'flaky')),
  };
}

function listPlaywrightTests({ specs = [], suites = [] }: PlaywrightSuite, wanted: string): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) =>
        describeFailure(`${file} > ${title}`, results.map(({ error }) => readMessage(error)).join('\n')),
      ),
  );
  return [...own, ...suites.flatMap((suite) => listPlaywrightTests(suite, wanted))];
}

function readMessage(error: unknown): string {
  const { message } = z
    .object({ message: z.string().catch('') })
    .catch({ message: '' })
    .parse(error);
  return message;
}

/**
 * What a suite adds to the sum. A process that ended badly without naming a failed test counts as one failed; in CI,
 * where every tool is there, so does a skipped test.
 */
export function judgeSuite(counts: SuiteCounts | null, exitCode: number, isCi: boolean): SuiteCounts {
  const reported = counts ?? {
    passed: exitCode === 0 ? 1 : 0,
    failed: 0,
    skipped: 0,
    failures: [],
    repeated: [],
  };
  const failed = reported.failed + (isCi ? reported.skipped : 0);
  return { ...reported, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}
